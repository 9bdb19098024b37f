<?php

declare(strict_types=1);

namespace MedinaCare;

/** @internal */
final readonly class Token
{
    /**
     * @param int $until seconds since 1970
     * @param bool $isNew whether it was fetched for this call, so that a refusal is final
     */
    public function __construct(public string $value, public int $until, public bool $isNew)
    {
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['until' => $this->until];
    }
}
