<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Errors\ApiError;
use MedinaCare\Errors\ConnectionError;
use MedinaCare\Errors\MedinaError;

/**
 * Sends requests, with the tokens, retries, idempotency keys and errors that all methods share.
 *
 * @internal
 */
final class Http
{
    private readonly string $url;
    private readonly string $userAgent;
    private readonly Tokens $tokens;

    public function __construct(
        string $url,
        Credentials $credentials,
        private readonly float $timeoutSec,
        private readonly Hooks $hooks,
        ?string $userAgent,
        private readonly Transport $transport,
        ?\Psr\SimpleCache\CacheInterface $cache,
    ) {
        $this->url = rtrim($url, '/');
        $own = 'medina-care-php/' . Version::CURRENT . ' php/' . \PHP_VERSION;
        $this->userAgent = $userAgent === null ? $own : "{$userAgent} {$own}";
        $this->tokens = new Tokens($this, $this->url, $credentials, $cache);
    }

    /** Sends a request. Returns the result of a method. */
    public function send(Request $request): mixed
    {
        if ($request->take === '') {
            return Meta::of($this->answer($request));
        }
        if ($request->kind === 'file') {
            $response = $this->answer($request);
            return new File($response->body, Meta::of($response));
        }
        [$answer, $meta] = $this->json($request);
        $value = $request->take === null ? $answer : ($answer[$request->take] ?? null);
        if ($value !== null && is_array($request->kind)) {
            return new Items(self::read($value, $request->kind), $meta);
        }
        return self::read($value, $request->kind, $meta);
    }

    /** @return array{array<string, mixed>, Meta} */
    public function json(Request $request): array
    {
        $response = $this->answer($request);
        $meta = Meta::of($response);
        $answer = json_decode($response->body, true);
        if (!is_array($answer)) {
            $named = $meta->requestId === null ? '' : " ({$meta->requestId})";
            throw new MedinaError("The response is not JSON{$named}. Check the URL of the platform.");
        }
        return [$answer, $meta];
    }

    /**
     * Converts a value of a response.
     *
     * @param string|array{string}|null $kind
     */
    public static function read(mixed $value, string|array|null $kind, ?Meta $meta = null): mixed
    {
        if ($value === null || $kind === null) {
            return $value;
        }
        if ($kind === 'time') {
            return new \DateTimeImmutable($value);
        }
        if (is_string($kind)) {
            return is_a($kind, Choice::class, true) ? $kind::of($value, $meta) : new $kind($value, $meta);
        }
        [$class] = $kind;
        return array_map(static fn (array $one): Record => self::read($one, $class), $value);
    }

    /** @throws MedinaError */
    private function answer(Request $request): Response
    {
        $options = $request->options ?? new Options();
        $url = $request->url ?? $this->url . Wire::filled($request->path, $request->values) . Wire::query($request->query);
        $headers = ['accept' => 'application/json', 'user-agent' => $this->userAgent];
        $body = $request->body === null ? null : Wire::body($request->body);
        if ($body !== null) {
            $headers['content-type'] = 'application/json';
        }
        if ($request->keyed) {
            $headers['idempotency-key'] = $options->idempotencyKey ?? bin2hex(random_bytes(16));
        }
        if ($options->ifMatch !== null) {
            $headers['if-match'] = $options->ifMatch;
        }
        $headers = Wire::headers([...$headers, ...array_change_key_case($options->headers)]);
        $hasNewToken = false;
        for ($number = 1; ; $number++) {
            $token = $request->open ? null : $this->tokens->get();
            if ($token !== null) {
                $headers['authorization'] = "Bearer {$token->value}";
            }
            $attempt = new Attempt($request->method, $request->path, $number);
            $outcome = $this->attempt($attempt, $url, $headers, $body, $options->timeoutSec ?? $this->timeoutSec);
            $status = $outcome instanceof Response ? $outcome->status : null;
            if ($status !== null && $status >= 200 && $status < 300) {
                return $outcome;
            }
            if ($status === 401 && $token !== null && !$token->isNew && !$hasNewToken) {
                // The token was revoked or expired early: get a new one once, without counting a retry.
                $this->tokens->refused($token);
                $hasNewToken = true;
                $number--;
                continue;
            }
            $retryAfter = $outcome instanceof Response ? Retry::after($outcome->headers) : null;
            $wait = $status === null || Retry::mayRepeat($status) ? Retry::waitBefore($number, $retryAfter) : null;
            if ($wait === null) {
                throw $outcome instanceof Response ? ApiError::of($outcome, $number, $retryAfter) : $outcome;
            }
            if ($this->hooks->onRetry !== null) {
                ($this->hooks->onRetry)($attempt, $wait, $status);
            }
            usleep((int) ceil($wait * 1_000_000));
        }
    }

    /** @param array<string, string> $headers */
    private function attempt(
        Attempt $attempt,
        string $url,
        array $headers,
        ?string $body,
        float $timeoutSec,
    ): Response|ConnectionError {
        if ($this->hooks->onRequest !== null) {
            ($this->hooks->onRequest)($attempt);
        }
        $began = hrtime(true);
        try {
            $response = $this->transport->send($attempt->method, $url, $headers, $body, $timeoutSec);
        } catch (ConnectionError $error) {
            return new $error("{$attempt->method} {$attempt->path}: {$error->getMessage()}", previous: $error);
        }
        if ($this->hooks->onAnswer !== null) {
            $taken = (hrtime(true) - $began) / 1e9;
            ($this->hooks->onAnswer)($attempt, $response->status, $taken, $response->headers['x-request-id'] ?? null);
        }
        return $response;
    }
}
