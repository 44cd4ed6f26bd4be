/* Stands between a program and its machine: the disk takes longer to write, the calendar says another
   time. How much is read from a file that others may change at any time, two numbers of 64 bits. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct machine {
    int64_t fsync_milliseconds;
    int64_t calendar_seconds;
};

static const volatile struct machine *machine;

__attribute__((constructor)) static void look(void)
{
    static const struct machine as_it_is;
    machine = &as_it_is;
    const char *path = getenv("MACHINE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *map = mmap(NULL, sizeof *machine, PROT_READ, MAP_SHARED, file, 0);
    if (map != MAP_FAILED)
        machine = map;
    close(file);
}

static void take_time(void)
{
    int64_t milliseconds = machine->fsync_milliseconds;
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    syscall(SYS_nanosleep, &time, NULL);
}

int fsync(int file)
{
    take_time();
    return syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    take_time();
    return syscall(SYS_fdatasync, file);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && machine && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += machine->calendar_seconds;
    return result;
}
