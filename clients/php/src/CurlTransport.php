<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Errors\ConnectionError;
use MedinaCare\Errors\TimeoutError;

/** Sends with ext-curl, over a persistent connection. */
final class CurlTransport implements Transport
{
    private ?\CurlHandle $handle = null;

    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSec): Response
    {
        $handle = $this->handle ??= curl_init();
        curl_reset($handle);
        /** @var array<string, string> $received */
        $received = [];
        $isOnKept = false;
        $lines = ['expect:']; // saves a round trip before the body
        foreach ($headers as $name => $value) {
            $lines[] = "{$name}: {$value}";
        }
        $options = [
            \CURLOPT_URL => $url,
            \CURLOPT_CUSTOMREQUEST => $method,
            \CURLOPT_HTTPHEADER => $lines,
            \CURLOPT_RETURNTRANSFER => true,
            \CURLOPT_PROTOCOLS => \CURLPROTO_HTTP | \CURLPROTO_HTTPS,
            \CURLOPT_NOSIGNAL => true, // with signals, timeouts below a second do not work
            \CURLOPT_TIMEOUT_MS => max(1, (int) ceil($timeoutSec * 1000)),
            \CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$received): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $received = []; // an interim response came before
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $name = strtolower(trim($name));
                    $received[$name] = isset($received[$name]) ? "{$received[$name]}, " . trim($value) : trim($value);
                }
                return strlen($line);
            },
            // Curl retries requests that fail on a reused connection. Prevent that, because the library retries with waits.
            \CURLOPT_NOPROGRESS => false,
            \CURLOPT_XFERINFOFUNCTION => static function (\CurlHandle $handle) use (&$isOnKept): int {
                if (curl_getinfo($handle, \CURLINFO_NUM_CONNECTS) > 0) {
                    return $isOnKept ? 1 : 0;
                }
                $isOnKept = $isOnKept || curl_getinfo($handle, \CURLINFO_PRETRANSFER_TIME) > 0;
                return 0;
            },
        ];
        if ($body !== null) {
            $options[\CURLOPT_POSTFIELDS] = $body;
        }
        curl_setopt_array($handle, $options);
        $answer = curl_exec($handle);
        if (!is_string($answer)) {
            throw match (curl_errno($handle)) {
                \CURLE_OPERATION_TIMEDOUT => new TimeoutError('The request timed out.'),
                \CURLE_ABORTED_BY_CALLBACK => new ConnectionError('The connection broke.'),
                default => new ConnectionError(curl_error($handle)),
            };
        }
        return new Response(curl_getinfo($handle, \CURLINFO_RESPONSE_CODE), $received, $answer);
    }
}
