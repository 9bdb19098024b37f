<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * The retry rule.
 *
 * @internal
 */
final class Retry
{
    /** The waits before the second to the fifth request, in seconds. */
    private const WAITS = [0.25, 0.5, 1.0, 2.0];
    /** A longer `Retry-After`, such as that of a daily limit, is not waited for. */
    private const LONGEST_SEC = 60;

    public static function mayRepeat(int $status): bool
    {
        return $status === 429 || $status >= 500;
    }

    /** @return float|null seconds to wait after an attempt; null if it is the last */
    public static function waitBefore(int $attempt, ?float $retryAfter): ?float
    {
        $usual = self::WAITS[$attempt - 1] ?? null;
        if ($usual === null || ($retryAfter ?? 0) > self::LONGEST_SEC) {
            return null;
        }
        return max($usual * (1 + mt_rand() / mt_getrandmax() / 4), $retryAfter ?? 0);
    }

    /**
     * `Retry-After` in seconds. Proxies may send a date (RFC 9110, section 10.2.3).
     *
     * @param array<string, string> $headers
     */
    public static function after(array $headers): ?float
    {
        $value = $headers['retry-after'] ?? null;
        if ($value === null) {
            return null;
        }
        if (ctype_digit($value)) {
            return (float) $value;
        }
        $at = strtotime($value);
        return $at === false ? null : max(0, $at - microtime(true));
    }
}
