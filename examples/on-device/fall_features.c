/*
 * The features of an impact; the same as src/detection/impact-features.ts, with the same operations in the same order, so
 * that every bit agrees. Compile with -ffp-contract=off. Times are in seconds from the impact.
 */
#include <math.h>
#include <string.h>

#include "fall_screen.h"

static const double unknown = -1;
static const double nearly_clipped_g = 1.9;
static const double pi = 3.141592653589793;

/* The impact and a range of samples around it. */
typedef struct {
  const fall_screen *screen;
  int impact, from, until;
} span;

typedef struct {
  double x, y, z;
} vector;

void fall_load(fall_screen *screen) {
  double *sums = screen->sums;
  memset(sums, 0, sizeof(double) * 4);
  for (int i = 0; i < screen->count; i++, sums += 4) {
    const double x = screen->values[3 * i], y = screen->values[3 * i + 1], z = screen->values[3 * i + 2];
    const double square = x * x + y * y + z * z;
    screen->magnitudes[i] = sqrt(square);
    sums[4] = sums[0] + x;
    sums[5] = sums[1] + y;
    sums[6] = sums[2] + z;
    sums[7] = sums[3] + square;
  }
}

static int rounded(double value) { return (int)floor(value + 0.5); }

static int select_range(span *s, double a, double b) {
  s->from = s->impact + rounded(a * FALL_HZ);
  s->until = s->impact + rounded(b * FALL_HZ);
  if (s->from < 0) s->from = 0;
  if (s->until > s->screen->count) s->until = s->screen->count;
  return s->until > s->from;
}

static double total(const span *s, int axis) {
  return s->screen->sums[s->until * 4 + axis] - s->screen->sums[s->from * 4 + axis];
}

static double mean(span *s, double a, double b) {
  if (!select_range(s, a, b)) return unknown;
  double sum = 0;
  for (int i = s->from; i < s->until; i++) sum += s->screen->magnitudes[i];
  return sum / (s->until - s->from);
}

static double highest(span *s, double a, double b) {
  if (!select_range(s, a, b)) return unknown;
  double best = 0;
  for (int i = s->from; i < s->until; i++)
    if (s->screen->magnitudes[i] > best) best = s->screen->magnitudes[i];
  return best;
}

static double lowest(span *s, double a, double b) {
  if (!select_range(s, a, b)) return unknown;
  double best = 9;
  for (int i = s->from; i < s->until; i++)
    if (s->screen->magnitudes[i] < best) best = s->screen->magnitudes[i];
  return best;
}

/* The standard deviation of the acceleration vector around its mean. */
static double spread(span *s, double a, double b) {
  if (!select_range(s, a, b)) return unknown;
  const double n = s->until - s->from;
  const double x = total(s, 0), y = total(s, 1), z = total(s, 2), squares = total(s, 3);
  const double variance = squares / n - (x * x + y * y + z * z) / (n * n);
  return sqrt(variance > 0 ? variance : 0);
}

/* The lowest spread of the half seconds of a range. */
static double stillest(span *s, double a, double b) {
  double best = unknown;
  for (double start = a; start + 0.5 <= b + 1e-9; start += 0.5) {
    const double current = spread(s, start, start + 0.5);
    if (current >= 0 && (best < 0 || current < best)) best = current;
  }
  return best;
}

static double time_above(span *s, double threshold, double a, double b) {
  if (!select_range(s, a, b)) return 0;
  int n = 0;
  for (int i = s->from; i < s->until; i++) n += s->screen->magnitudes[i] > threshold;
  return (double)n / FALL_HZ;
}

static double rises_per_second(span *s, double threshold, double a, double b) {
  if (!select_range(s, a, b)) return unknown;
  int n = 0;
  for (int i = s->from + 1; i < s->until; i++)
    n += s->screen->magnitudes[i] > threshold && s->screen->magnitudes[i - 1] <= threshold;
  return (double)(n * FALL_HZ) / (s->until - s->from);
}

static double seconds_since_lowest(span *s, double a) {
  int lowest_at = s->impact;
  if (select_range(s, a, 0))
    for (int i = s->from; i < s->until; i++)
      if (s->screen->magnitudes[i] < s->screen->magnitudes[lowest_at]) lowest_at = i;
  return (double)(s->impact - lowest_at) / FALL_HZ;
}

/* The integral of the magnitude below (-1) or above (1) 1 g, in g*s. */
static double impulse(span *s, double a, double b, int sign) {
  if (!select_range(s, a, b)) return 0;
  double sum = 0;
  for (int i = s->from; i < s->until; i++) {
    const double excess = (s->screen->magnitudes[i] - 1) * sign;
    if (excess > 0) sum += excess;
  }
  return sum / FALL_HZ;
}

/* The change of the acceleration vector from the previous sample, in g. */
static double jerk_at(const span *s, int i) {
  const float *now = s->screen->values + 3 * i;
  const double x = (double)now[0] - now[-3], y = (double)now[1] - now[-2], z = (double)now[2] - now[-1];
  return sqrt(x * x + y * y + z * z);
}

static double highest_jerk(span *s, double a, double b) {
  if (!select_range(s, a, b)) return unknown;
  double best = 0;
  for (int i = s->from > 1 ? s->from : 1; i < s->until; i++) {
    const double jerk = jerk_at(s, i);
    if (jerk > best) best = jerk;
  }
  return best;
}

static double mean_jerk(span *s, double a, double b) {
  if (!select_range(s, a, b)) return unknown;
  double sum = 0;
  for (int i = s->from > 1 ? s->from : 1; i < s->until; i++) sum += jerk_at(s, i);
  return sum / (s->until - s->from);
}

/* The highest mean over a duration around the impact: a knock is shorter than the landing of a body. */
static double highest_mean(span *s, double seconds) {
  if (!select_range(s, -0.6, 0.8)) return unknown;
  const double *magnitudes = s->screen->magnitudes;
  const int wanted = rounded(seconds * FALL_HZ), known = s->until - s->from;
  const int length = wanted < known ? wanted : known;
  double sum = 0;
  for (int i = s->from; i < s->from + length; i++) sum += magnitudes[i];
  double best = sum;
  for (int i = s->from + length; i < s->until; i++) {
    sum += magnitudes[i] - magnitudes[i - length];
    if (sum > best) best = sum;
  }
  return best / length;
}

static double clipped_share(span *s, double a, double b) {
  if (!select_range(s, a, b)) return unknown;
  int n = 0;
  for (int i = s->from; i < s->until; i++) n += s->screen->magnitudes[i] > nearly_clipped_g;
  return (double)n / (s->until - s->from);
}

/* The mean acceleration of a range; zero if it is unknown. */
static vector mean_vector(span *s, double a, double b) {
  const int n = select_range(s, a, b) ? s->until - s->from : 0;
  const vector none = {0, 0, 0};
  if (n <= 0) return none;
  const vector found = {total(s, 0) / n, total(s, 1) / n, total(s, 2) / n};
  return found;
}

static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static double length_of(vector a) { return sqrt(dot(a, a)); }

/* The arc cosine of FreeBSD's msun, which JavaScript's is as well: that of a C library can differ in its last bit. */
static double arc_cosine(double x) {
  static const double half_pi = 1.57079632679489655800e+00, half_pi_rest = 6.12323399573676603587e-17;
  static const double p[] = {1.66666666666666657415e-01,  -3.25565818622400915405e-01, 2.01212532134862925881e-01,
                             -4.00555345006794114027e-02, 7.91534994289814532176e-04,  3.47933107596021167570e-05};
  static const double q[] = {-2.40339491173441421878e+00, 2.02094576023350569471e+00, -6.88283971605453293030e-01,
                             7.70381505559019352791e-02};
  if (x >= 1) return 0;
  if (x <= -1) return pi + 2 * half_pi_rest;
  const int is_near_zero = fabs(x) < 0.5;
  if (is_near_zero && fabs(x) <= 6.938893903907228e-18) return half_pi + half_pi_rest;
  const double z = is_near_zero ? x * x : (1 - fabs(x)) * 0.5;
  const double above = z * (p[0] + z * (p[1] + z * (p[2] + z * (p[3] + z * (p[4] + z * p[5])))));
  const double below = 1 + z * (q[0] + z * (q[1] + z * (q[2] + z * q[3])));
  const double r = above / below;
  if (is_near_zero) return half_pi - (x - (half_pi_rest - x * r));
  const double s = sqrt(z);
  if (x < 0) return pi - 2 * (s + (r * s - half_pi_rest));
  uint64_t bits;
  double upper;
  memcpy(&bits, &s, sizeof bits);
  bits &= 0xffffffff00000000u;
  memcpy(&upper, &bits, sizeof upper);
  const double rest = (z - upper * upper) / (s + upper);
  return 2 * (upper + (r * s + rest));
}

/* The angle between two vectors in degrees. */
static double angle(vector a, vector b) {
  const double lengths = sqrt(dot(a, a) * dot(b, b));
  if (lengths < 1e-6) return unknown;
  const double cosine = dot(a, b) / lengths;
  return arc_cosine(cosine > 1 ? 1 : cosine < -1 ? -1 : cosine) * 180 / pi;
}

/* The lowest and highest acceleration along a direction, and how much of 1 g was missing there until the impact. */
typedef struct {
  double lowest, highest, missing;
} pulls;

static pulls along(span *s, vector gravity, double a, double b) {
  const pulls none = {unknown, unknown, 0};
  if (!select_range(s, a, b) || length_of(gravity) < 1e-6) return none;
  const double scale = 1 / length_of(gravity);
  const double x = gravity.x * scale, y = gravity.y * scale, z = gravity.z * scale;
  pulls found = {9, -9, 0};
  for (int i = s->from; i < s->until; i++) {
    const float *v = s->screen->values + 3 * i;
    const double pull = (double)v[0] * x + (double)v[1] * y + (double)v[2] * z;
    if (i <= s->impact) found.missing += (1 - pull) / FALL_HZ;
    if (pull < found.lowest) found.lowest = pull;
    if (pull > found.highest) found.highest = pull;
  }
  return found;
}

static double *late_features(span *s, double *out, vector before, vector just_before, vector after_2s) {
  const vector after_3s = mean_vector(s, 2, 3.5), after_5s = mean_vector(s, 3.5, 5);
  *out++ = spread(s, 2, 3);
  *out++ = spread(s, 3, 4);
  *out++ = spread(s, 4, 5);
  *out++ = spread(s, 2, 5);
  *out++ = stillest(s, 2, 5);
  *out++ = highest(s, 2, 5);
  *out++ = lowest(s, 2, 5);
  *out++ = mean_jerk(s, 2, 5);
  *out++ = mean_jerk(s, 3.5, 5);
  *out++ = rises_per_second(s, 1.2, 1, 5);
  *out++ = angle(before, after_3s);
  *out++ = angle(before, after_5s);
  *out++ = angle(just_before, after_5s);
  *out++ = angle(after_2s, after_5s);
  *out++ = angle(after_3s, after_5s);
  *out++ = length_of(after_3s);
  *out++ = length_of(after_5s);
  return out;
}

void fall_features(const fall_screen *screen, int impact, fall_look look, double *out) {
  span around = {screen, impact, 0, 0};
  span *s = &around;
  const vector far_before = mean_vector(s, -6, -3), before = mean_vector(s, -3, -1);
  const vector just_before = mean_vector(s, -1, -0.3), landing = mean_vector(s, -0.1, 0.3);
  const vector after_1s = mean_vector(s, 0.5, 1.2), after_2s = mean_vector(s, 1.2, 2);
  const pulls descent = along(s, before, -1, 0.1);
  *out++ = screen->magnitudes[impact];
  *out++ = mean(s, -0.1, 0.14);
  *out++ = lowest(s, -1, 0.02);
  *out++ = lowest(s, -0.4, 0.02);
  *out++ = seconds_since_lowest(s, -1);
  *out++ = impulse(s, -1, 0, -1);
  *out++ = impulse(s, -1, -0.2, 1);
  *out++ = impulse(s, -0.3, 0.6, 1);
  *out++ = impulse(s, 0.6, 2, 1);
  *out++ = mean(s, -0.5, 0);
  *out++ = time_above(s, 1.3, -0.5, 0.52);
  *out++ = time_above(s, 1.5, -0.5, 0.52);
  *out++ = time_above(s, 1.8, -0.5, 0.52);
  *out++ = time_above(s, 1.3, 0.3, 1);
  *out++ = time_above(s, 1.3, 1, 2);
  *out++ = clipped_share(s, -0.3, 0.4);
  *out++ = highest_jerk(s, -0.3, 0.3);
  *out++ = highest_jerk(s, -0.6, -0.1);
  *out++ = highest_jerk(s, 0.12, 0.6);
  *out++ = mean_jerk(s, -0.2, 0.5);
  *out++ = mean_jerk(s, 0.5, 1);
  *out++ = mean_jerk(s, 1, 2);
  *out++ = highest_mean(s, 0.2);
  *out++ = highest_mean(s, 0.4);
  *out++ = highest_mean(s, 0.8);
  *out++ = spread(s, -0.5, 0.5);
  *out++ = spread(s, -0.2, 0.3);
  *out++ = spread(s, 0.3, 1);
  *out++ = spread(s, 0.6, 1);
  *out++ = spread(s, 1, 1.5);
  *out++ = spread(s, 1.5, 2);
  *out++ = spread(s, 1, 2);
  *out++ = stillest(s, 0.5, 2);
  *out++ = highest(s, 0.3, 1);
  *out++ = highest(s, 1, 2);
  *out++ = lowest(s, 0.1, 0.6);
  *out++ = lowest(s, 0.6, 2);
  *out++ = spread(s, -1, -0.3);
  *out++ = spread(s, -2, -1);
  *out++ = spread(s, -4, -2);
  *out++ = spread(s, -6, -4);
  *out++ = stillest(s, -3, -0.5);
  *out++ = mean_jerk(s, -1, -0.3);
  *out++ = mean_jerk(s, -3, -1);
  *out++ = highest(s, -1.5, -0.5);
  *out++ = highest(s, -2.5, -1.5);
  *out++ = highest(s, -3.5, -2.5);
  *out++ = highest(s, -6, -3.5);
  *out++ = rises_per_second(s, 1.2, -3, -0.4);
  *out++ = rises_per_second(s, 1.2, -6, -3);
  *out++ = rises_per_second(s, 1.2, 0.4, 2);
  *out++ = angle(far_before, after_1s);
  *out++ = angle(before, after_1s);
  *out++ = angle(just_before, after_1s);
  *out++ = angle(far_before, after_2s);
  *out++ = angle(before, after_2s);
  *out++ = angle(just_before, after_2s);
  *out++ = angle(far_before, before);
  *out++ = angle(before, just_before);
  *out++ = angle(after_1s, after_2s);
  *out++ = angle(just_before, landing);
  *out++ = length_of(before);
  *out++ = length_of(landing);
  *out++ = length_of(after_1s);
  *out++ = length_of(after_2s);
  *out++ = descent.lowest;
  *out++ = descent.missing;
  *out++ = along(s, before, -0.2, 0.3).highest;
  *out++ = along(s, after_2s, -0.2, 0.3).highest;
  *out++ = along(s, after_2s, -0.2, 0.6).lowest;
  if (look == FALL_LATE) late_features(s, out, before, just_before, after_2s);
}
