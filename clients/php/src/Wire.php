<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Errors\MedinaError;

/**
 * Conversion of values for requests.
 *
 * @internal
 */
final class Wire
{
    /**
     * Inserts values into a path.
     *
     * @param list<string> $values
     */
    public static function filled(string $path, array $values): string
    {
        $at = 0;
        return (string) preg_replace_callback('/\{(\w+)\}/', static function (array $found) use ($values, &$at): string {
            $value = $values[$at++];
            // An empty value would change the path.
            return $value === '' ? throw new MedinaError("{$found[1]} must not be empty.") : rawurlencode($value);
        }, $path);
    }

    /**
     * A query string, with `?`. Lists are joined by commas.
     *
     * @param array<string, mixed> $given
     */
    public static function query(array $given): string
    {
        $values = [];
        foreach ($given as $name => $value) {
            $plain = self::plain($value);
            if ($plain !== null) {
                $values[$name] = match (true) {
                    is_array($plain) => implode(',', $plain),
                    is_bool($plain) => $plain ? 'true' : 'false',
                    default => $plain,
                };
            }
        }
        return $values === [] ? '' : '?' . http_build_query($values, '', '&', \PHP_QUERY_RFC3986);
    }

    /** @param array<mixed> $body */
    public static function body(array $body): string
    {
        try {
            return json_encode((object) self::plain($body), \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES);
        } catch (\JsonException $error) {
            throw new MedinaError("Cannot encode the body as JSON: {$error->getMessage()}.", previous: $error);
        }
    }

    /**
     * @param array<string, string> $headers
     * @return array<string, string>
     */
    public static function headers(array $headers): array
    {
        foreach ($headers as $name => $value) {
            if (preg_match('/[\r\n\0]/', $name . $value) === 1) {
                throw new MedinaError('A header must not contain a line break.');
            }
        }
        return $headers;
    }

    /** Converts times to ISO 8601, and enumerations to their values, also within lists and objects. */
    private static function plain(mixed $value): mixed
    {
        return match (true) {
            $value instanceof \DateTimeInterface => \DateTimeImmutable::createFromInterface($value)
                ->setTimezone(new \DateTimeZone('UTC'))
                ->format('Y-m-d\TH:i:s.v\Z'),
            $value instanceof \BackedEnum => $value->value,
            $value instanceof \stdClass => (object) array_map(self::plain(...), (array) $value),
            is_array($value) => array_map(self::plain(...), $value),
            default => $value,
        };
    }
}
