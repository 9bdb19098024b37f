<?php

declare(strict_types=1);

namespace MedinaCare;

/**
 * The credentials of a client. Dumps and traces do not show the secret.
 *
 * @internal
 */
final readonly class Credentials
{
    /** @param list<string>|null $scope */
    public function __construct(
        public string $clientId,
        #[\SensitiveParameter] public string $clientSecret,
        public ?array $scope,
    ) {
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['clientId' => $this->clientId, 'scope' => $this->scope];
    }
}
