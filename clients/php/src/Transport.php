<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Errors\ConnectionError;
use MedinaCare\Errors\TimeoutError;

/** Sends a request once, without following redirects. The library handles retries, tokens and errors. */
interface Transport
{
    /**
     * @param array<string, string> $headers
     * @throws TimeoutError if there is no complete response within that time
     * @throws ConnectionError if the connection fails
     */
    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSec): Response;
}
