<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Errors\ConnectionError;
use MedinaCare\Errors\TimeoutError;
use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * Sends with a PSR-18 client, such as Guzzle or Symfony's. PSR-18 has no timeout: set the timeout of an attempt on the client.
 */
final readonly class Psr18Transport implements Transport
{
    public function __construct(
        private ClientInterface $client,
        private RequestFactoryInterface $requests,
        private StreamFactoryInterface $streams,
    ) {
    }

    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSec): Response
    {
        $request = $this->requests->createRequest($method, $url);
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        if ($body !== null) {
            $request = $request->withBody($this->streams->createStream($body));
        }
        try {
            $answer = $this->client->sendRequest($request);
            $content = (string) $answer->getBody();
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            // PSR-18 does not distinguish timeouts from other failures.
            throw preg_match('/timed? ?-?out/i', $error->getMessage()) === 1
                ? new TimeoutError('The request timed out.', previous: $error)
                : new ConnectionError($error->getMessage(), previous: $error);
        }
        $received = [];
        foreach ($answer->getHeaders() as $name => $values) {
            $received[strtolower((string) $name)] = implode(', ', $values);
        }
        return new Response($answer->getStatusCode(), $received, $content);
    }
}
