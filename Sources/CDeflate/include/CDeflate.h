// libdeflate for Swift: the header alone.
#pragma once
#include <libdeflate.h>
