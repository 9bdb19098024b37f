<?php

/** Reads calls as lines of JSON, makes them, and prints each result as a line. With the argument "psr", uses Guzzle. */

declare(strict_types=1);

use MedinaCare\Attempt;
use MedinaCare\Errors\ApiError;
use MedinaCare\Errors\Fault;
use MedinaCare\Errors\Invalid;
use MedinaCare\Errors\MedinaError;
use MedinaCare\File;
use MedinaCare\Hooks;
use MedinaCare\Items;
use MedinaCare\Medina;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Psr18Transport;
use MedinaCare\Record;
use MedinaCare\Transport;
use MedinaCare\Webhooks;

// A warning or a deprecation is an error.
set_error_handler(static fn (int $_, string $message) => throw new ErrorException($message));
require __DIR__ . '/../../php/autoload.php';
$isPsr = ($argv[1] ?? '') === 'psr';
if ($isPsr) {
    require 'GuzzleHttp/autoload.php';
}

/** The calls of hooks. */
final class Seen
{
    /** @var list<float> */
    public static array $waits = [];
    /** @var list<string> */
    public static array $paths = [];
    /** @var list<mixed> What a sample prints. */
    public static array $printed = [];
}

eval('namespace Samples;
function print_r(mixed $value): void
{
    \\Seen::$printed[] = \\plain($value);
}
function file_put_contents(string $_, string $content): void
{
    \\Seen::$printed[] = ["bytes" => strlen($content)];
}');

/** PSR-18 has no timeout, so the client gets the timeout of the call. */
function transportWithin(?int $timeoutMs): Transport
{
    $factory = new GuzzleHttp\Psr7\HttpFactory();
    // Curl retries requests that fail on a reused connection.
    $settings = ['curl' => [CURLOPT_FORBID_REUSE => true]];
    $client = new GuzzleHttp\Client($timeoutMs === null ? $settings : [...$settings, 'timeout' => $timeoutMs / 1000]);
    return new Psr18Transport($client, $factory, $factory);
}

/** @param array<string, mixed> $asked */
function clientFor(array $asked, bool $isPsr): Medina
{
    static $kept = [];
    $timeoutMs = $isPsr ? $asked['options']->timeoutMs ?? null : null;
    $settings = $asked['settings'];
    $make = static fn () => new Medina(
        $settings->url,
        $settings->clientId,
        $settings->clientSecret,
        hooks: new Hooks(
            onRequest: static function (Attempt $attempt): void {
                Seen::$paths[] = $attempt->path;
            },
            onRetry: static function (Attempt $_, float $wait): void {
                Seen::$waits[] = $wait * 1000;
            },
        ),
        transport: $isPsr ? transportWithin($timeoutMs) : null,
    );
    return ($settings->fresh ?? false) ? $make() : $kept[$timeoutMs ?? 0] ??= $make();
}

/** @return array<string, mixed> */
function shown(Throwable $error): array
{
    if (!$error instanceof MedinaError) {
        return ['name' => (string) $error];
    }
    $found = ['name' => (new ReflectionClass($error))->getShortName(), 'message' => $error->getMessage()];
    if ($error instanceof ApiError) {
        $found += ['status' => $error->status, 'code' => $error->errorCode, 'attempts' => $error->attempts];
        $found += ['retryAfter' => $error->retryAfter];
    }
    if ($error instanceof Invalid) {
        $found['faults'] = array_map(static fn (Fault $fault) => $fault->path, $error->faults());
    }
    return $found;
}

/** Converts a value to the names of the API, to compare it with the response. */
function plain(mixed $value): mixed
{
    if ($value instanceof Record) {
        $fields = array_diff_key(get_object_vars($value), ['raw' => true, 'meta' => true]);
        $unknown = array_diff_key($value->raw, $fields);
        if ($unknown !== []) {
            throw new LogicException($value::class . ' does not know ' . implode(', ', array_keys($unknown)) . '.');
        }
        foreach ($fields as $name => $field) {
            // PHP has the same empty array for lists and objects. The doc comment has the type.
            $isObject = $field === [] && str_contains((string) (new ReflectionProperty($value, $name))->getDocComment(), 'array<string');
            $fields[$name] = $isObject ? new stdClass() : plain($field);
        }
        return (object) $fields;
    }
    return match (true) {
        $value instanceof DateTimeImmutable => $value->setTimezone(new DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z'),
        $value instanceof File => ['bytes' => strlen((string) $value)],
        $value instanceof Items => array_map(plain(...), $value->getArrayCopy()),
        is_array($value) => array_map(plain(...), $value),
        default => $value,
    };
}

/** @return array<string, mixed> */
function answer(mixed $result): array
{
    $meta = $result instanceof Meta ? $result : (is_object($result) ? $result->meta ?? null : null);
    $outcome = ['result' => $result instanceof Meta ? null : plain($result)];
    if ($meta !== null) {
        $rateLimit = $meta->rateLimit;
        $outcome['meta'] = [
            'requestId' => $meta->requestId,
            'etag' => $meta->etag,
            'replayed' => $meta->replayed,
            'rateLimit' => $rateLimit,
        ];
    }
    return $outcome;
}

/** @param array<string, mixed> $asked */
function run(array $asked, bool $isPsr): array
{
    $names = explode('.', $asked['call']);
    $method = array_pop($names);
    $options = $asked['options'];
    $arguments = array_map(static fn ($one) => is_object($one) ? (array) $one : $one, $asked['args']);
    $given = new Options(
        $options->idempotencyKey ?? null,
        $options->ifMatch ?? null,
        isset($options->timeoutMs) ? $options->timeoutMs / 1000 : null,
    );
    try {
        $resource = clientFor($asked, $isPsr);
        foreach ($names as $name) {
            $resource = $resource->$name;
        }
        // A PHP process makes one call at a time.
        for ($n = 0; $n < $asked['parallel']; $n++) {
            $result = $resource->$method(...$arguments, options: $given);
            $outcomes[] = answer($result instanceof Pages ? iterator_to_array($result) : $result);
        }
        $outcome = $outcomes[0];
    } catch (Throwable $error) {
        $outcome = ['error' => shown($error)];
    }
    return $outcome + ['waits' => Seen::$waits, 'paths' => Seen::$paths];
}

/** Executes a sample in a namespace in which print_r and file_put_contents keep what they get. */
function runSample(array $asked, bool $isPsr): array
{
    Seen::$printed = [];
    try {
        $medina = clientFor($asked + ['options' => new stdClass()], $isPsr);
        eval("namespace Samples; use DateTimeImmutable; use stdClass; {$asked['sample']}");
        return ['printed' => Seen::$printed];
    } catch (Throwable $error) {
        return ['error' => ['name' => (string) $error] + shown($error)];
    }
}

/** @return array<string, mixed> */
function verified(stdClass $delivery): array
{
    try {
        $now = intdiv((int) $delivery->now, 1000);
        $event = Webhooks::verify($delivery->body, (array) $delivery->headers, $delivery->secrets, now: $now);
        return ['result' => ['event' => $event->event, 'id' => $event->id]];
    } catch (MedinaError $error) {
        return ['error' => shown($error)];
    }
}

while (($line = fgets(STDIN)) !== false) {
    // Decode to objects, to distinguish an empty object from an empty list.
    $asked = (array) json_decode($line, flags: JSON_THROW_ON_ERROR);
    Seen::$waits = Seen::$paths = [];
    $outcome = match (true) {
        isset($asked['verify']) => verified($asked['verify']),
        isset($asked['sample']) => runSample($asked, $isPsr),
        default => run($asked, $isPsr),
    };
    fwrite(STDOUT, json_encode($outcome, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION) . "\n");
}
