#include <stdio.h>
#include "common/ulparity.h"
#include "common/algorithms/acosf_harley.h"

int main(void)
{
    printf("%a\n", acosf_harley(0.5f));
}
