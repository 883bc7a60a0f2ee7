#include "CPOSIX.h"
