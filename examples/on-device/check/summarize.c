/* Prints the summaries of seconds of motion. A second is a line: x, y and z of each sample. */
#include "../second_summary.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static char line[1 << 16];
  static float samples[1000][3];
  while (fgets(line, sizeof line, stdin)) {
    int numbers = 0;
    char *at = line, *end;
    for (float value = strtof(at, &end); end != at && numbers < 3000; at = end, value = strtof(at, &end)) {
      samples[numbers / 3][numbers % 3] = value;
      numbers++;
    }
    second_summary s;
    summarize_second((const float(*)[3])samples, numbers / 3, &s);
    printf("%.9g %.9g %.9g %.9g %.9g %.9g ", s.peak[0], s.peak[1], s.peak[2], s.mean[0], s.mean[1], s.mean[2]);
    printf("%.9g %.9g %.9g %.9g\n", s.spread, s.low_share, s.peak_at, s.spread_first);
  }
  return 0;
}
