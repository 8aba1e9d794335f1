/* Starts replay.c on a Cortex-M4 in QEMU, whose semihosting lends it the files of the host. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern char data_start, data_end, data_load, __bss_start__, __bss_end__, stack_top;
extern int main(void);
extern void initialise_monitor_handles(void);

__attribute__((noinline)) static void start(void) {
  memcpy(&data_start, &data_load, (size_t)(&data_end - &data_start));
  memset(&__bss_start__, 0, (size_t)(&__bss_end__ - &__bss_start__));
  initialise_monitor_handles();
  exit(main());
}

/* Switches the floating-point unit on, before any function that uses it. */
void reset(void) {
  *(volatile uint32_t *)0xe000ed88u |= 0xfu << 20;
  __asm volatile("dsb\n isb");
  start();
}

static void fault(void) { exit(5); }

/* The C library calls these. */
void _init(void) {}
void _fini(void) {}

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[16] = {
    (uintptr_t)&stack_top, (uintptr_t)reset, (uintptr_t)fault, (uintptr_t)fault, (uintptr_t)fault, (uintptr_t)fault, (uintptr_t)fault,
};
