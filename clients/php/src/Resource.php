<?php

declare(strict_types=1);

namespace MedinaCare;

/** The methods of a resource. Inner resources are created when they are first used. */
abstract class Resource
{
    /** @var array<string, class-string<self>> */
    protected const WITHIN = [];

    /** @var array<string, self> */
    private array $made = [];

    /** @internal */
    public function __construct(protected readonly Http $http)
    {
    }

    public function __get(string $name): self
    {
        $class = static::WITHIN[$name] ?? throw new \LogicException("There is no resource {$name} in " . static::class . '.');
        return $this->made[$name] ??= new $class($this->http);
    }

    public function __isset(string $name): bool
    {
        return isset(static::WITHIN[$name]);
    }
}
