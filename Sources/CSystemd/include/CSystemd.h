#pragma once
#include <systemd/sd-journal.h>
