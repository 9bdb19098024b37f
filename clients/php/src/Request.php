<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * A call of a method, before it is sent.
 *
 * @internal
 */
final readonly class Request
{
    /**
     * @param list<string> $values of the path
     * @param array<string, mixed> $query
     * @param array<mixed>|null $body
     * @param bool $keyed takes an Idempotency-Key
     * @param bool $open needs no access token
     * @param string|null $take the field of the answer that the method returns; '' for none
     * @param string|array{string}|null $kind what that is: a class, "time" or "file", or a list of a class
     * @param string|null $url instead of a path of the installation
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
