<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

use MedinaCare\Response;

/** A response with a status other than 2xx. */
class ApiError extends MedinaError
{
    /** `error.code` of the response, such as `CONFLICT`. Empty if the response is not from the platform. */
    public readonly string $errorCode;
    public readonly mixed $details;
    /** The id of the request. Quote it in support requests. */
    public readonly ?string $requestId;

    /**
     * @param int $attempts the number of requests that were sent
     * @param float|null $retryAfter seconds to wait, from `Retry-After`
     */
    final public function __construct(
        public readonly int $status,
        Response $response,
        public readonly int $attempts,
        public readonly ?float $retryAfter,
    ) {
        // A proxy may return something else.
        $answer = json_decode($response->body, true);
        $error = is_array($answer) && is_array($answer['error'] ?? null) ? $answer['error'] : [];
        $message = is_string($error['message'] ?? null) ? $error['message'] : "The server returned {$status}.";
        $this->errorCode = is_string($error['code'] ?? null) ? $error['code'] : '';
        $this->details = $error['details'] ?? null;
        $this->requestId = $response->headers['x-request-id'] ?? null;
        parent::__construct($message . $this->faultLines(), $status);
    }

    /** Additional lines of the message. */
    protected function faultLines(): string
    {
        return '';
    }

    /** @internal */
    public static function of(Response $response, int $attempts, ?float $retryAfter): self
    {
        $class = match ($response->status) {
            400, 422 => Invalid::class,
            401 => Unauthorized::class,
            403 => Forbidden::class,
            404 => NotFound::class,
            409 => Conflict::class,
            410 => Gone::class,
            412 => PreconditionFailed::class,
            429 => RateLimited::class,
            default => $response->status >= 500 ? ServerError::class : self::class,
        };
        return new $class($response->status, $response, $attempts, $retryAfter);
    }
}
