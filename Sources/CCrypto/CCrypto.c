#include "CCrypto.h"
