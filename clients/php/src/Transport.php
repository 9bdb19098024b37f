<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Errors\ConnectionError;
use MedinaCare\Errors\TimeoutError;

/** Sends a request once. Repeats, tokens and errors are the library's own. Redirects are not to be followed. */
interface Transport
{
    /**
     * @param array<string, string> $headers
     * @throws TimeoutError if there is no whole answer within that time
     * @throws ConnectionError if the connection cannot be made, or breaks
     */
    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSec): Response;
}
