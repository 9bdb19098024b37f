<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Errors\SignatureError;
use MedinaCare\Types\Event;

/** Verification of webhooks. */
final class Webhooks
{
    /** Seconds by which the time of a signature may differ from the clock. */
    public const TOLERANCE_SEC = 300;

    private const OWN = ['x-mc-signature', 'x-mc-signature-next', 'x-mc-signature-previous'];

    /**
     * Verifies a webhook by both of its signatures, and returns its event.
     *
     * @param string $body the raw bytes of the request, `file_get_contents('php://input')`. JSON that was parsed and serialized again
     *     has different bytes
     * @param array<string, mixed> $headers the headers from `getallheaders()`, `$_SERVER`, or a framework
     * @param string|list<string> $secrets the webhook's secret, or both secrets during a rotation
     * @param int|null $now seconds since 1970; by default the clock
     * @throws SignatureError if a signature is invalid, or its time differs by more than `$toleranceSec`
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $toleranceSec = self::TOLERANCE_SEC,
        ?int $now = null,
    ): Event {
        $given = self::named($headers);
        $id = $given['webhook-id'] ?? throw new SignatureError('The header webhook-id is missing.');
        $timestamp = $given['webhook-timestamp'] ?? throw new SignatureError('The header webhook-timestamp is missing.');
        $signature = $given['webhook-signature'] ?? throw new SignatureError('The header webhook-signature is missing.');
        // Ids and times contain no dots, so that the signed parts cannot be shifted.
        if (preg_match('/^evt_[0-9a-z_]{1,64}$/D', $id) !== 1) {
            throw new SignatureError('webhook-id is not an event id.');
        }
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            throw new SignatureError('webhook-timestamp is not a time.');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $toleranceSec) {
            throw new SignatureError("The signature is not within {$toleranceSec} seconds of now.");
        }
        $known = (array) $secrets;
        $isKnown = $known !== [];
        foreach ($known as $secret) {
            $isKnown = $isKnown && preg_match('~^whsec_[A-Za-z0-9+/]{43}=$~D', $secret) === 1;
        }
        if (!$isKnown) {
            // With an empty key, anyone could sign.
            throw new SignatureError('Invalid secret: pass whsec_ followed by 32 bytes in base64, as the platform returned it.');
        }
        $standard = explode(' ', $signature);
        $own = array_values(array_intersect_key($given, array_flip(self::OWN)));
        foreach ($known as $secret) {
            $key = base64_decode(substr($secret, strlen('whsec_')), true);
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "{$id}.{$timestamp}.{$body}", (string) $key, true));
            if (self::matches($standard, $expected) && self::matches($own, hash_hmac('sha256', $body, $secret))) {
                return Event::of(json_decode($body, true, flags: \JSON_THROW_ON_ERROR));
            }
        }
        throw new SignatureError('No signature matches. Pass the raw body, and the secret with whsec_.');
    }

    /**
     * Compares in constant time.
     *
     * @param list<string> $given
     */
    private static function matches(array $given, string $expected): bool
    {
        $found = false;
        foreach ($given as $one) {
            $found = hash_equals($expected, $one) || $found;
        }
        return $found;
    }

    /**
     * Headers by their names in lower case: `Webhook-Id`, `HTTP_WEBHOOK_ID` and `['webhook-id' => [...]]` are equivalent.
     *
     * @param array<string, mixed> $headers
     * @return array<string, string>
     */
    private static function named(array $headers): array
    {
        $named = [];
        foreach ($headers as $name => $value) {
            $only = is_array($value) ? reset($value) : $value;
            if (is_string($only)) {
                $named[(string) preg_replace('/^http-/', '', strtr(strtolower((string) $name), '_', '-'))] = $only;
            }
        }
        return $named;
    }
}
