/* The sanitizers' build only: libraries stay loaded, so that a leak is told with the name of the library that
 * it is of, by which drivers.supp knows it. Clover (Mesa 22) leaks and unloads its parts. */
#include <dlfcn.h>

int dlclose(void *library)
{
    (void)library;
    return 0;
}
