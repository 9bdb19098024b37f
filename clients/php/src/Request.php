<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * The request of a method call.
 *
 * @internal
 */
final readonly class Request
{
    /**
     * @param list<string> $values the values in the path
     * @param array<string, mixed> $query
     * @param array<mixed>|null $body
     * @param bool $keyed whether it takes an Idempotency-Key
     * @param bool $open whether it needs no access token
     * @param string|null $take the field of the response that the method returns; '' for none
     * @param string|array{string}|null $kind the type of that field: a class, "time" or "file", or a list of a class
     * @param string|null $url a full URL, instead of a path of the installation
     */
    public function __construct(
        public string $method,
        public string $path,
        public array $values = [],
        public array $query = [],
        public ?array $body = null,
        public bool $keyed = false,
        public bool $open = false,
        public ?string $take = null,
        public string|array|null $kind = null,
        public ?Options $options = null,
        public ?string $url = null,
    ) {
    }

    /** @param array<string, mixed> $query */
    public function withQuery(array $query): self
    {
        return new self(
            $this->method,
            $this->path,
            $this->values,
            $query,
            $this->body,
            $this->keyed,
            $this->open,
            $this->take,
            $this->kind,
            $this->options,
            $this->url,
        );
    }
}
