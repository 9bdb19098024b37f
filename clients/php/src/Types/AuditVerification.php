<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class AuditVerification extends Record
{
    /** Seals that this call verified. */
    public int $seals;
    /** Entries that this call compared with their digest. */
    public int $entries;
    /**
     * At most 100 faults that this call found.
     *
     * @var list<AuditFault>
     */
    public array $faults;
    /** Organisation, number and hash of the last verified seal; null if there is none. Kept elsewhere, it proves later that no seal was removed from the end. */
    public ?string $head;
    /** When that seal was made. */
    public ?\DateTimeImmutable $sealedAt;
    /** Null on the last page. */
    public ?string $nextCursor;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['seals'])) {
            $this->seals = $raw['seals'];
        }
        if (isset($raw['entries'])) {
            $this->entries = $raw['entries'];
        }
        if (isset($raw['faults'])) {
            $this->faults = array_map(static fn ($one) => new AuditFault($one), $raw['faults']);
        }
        $this->head = $raw['head'] ?? null;
        $this->sealedAt = isset($raw['sealedAt']) ? new \DateTimeImmutable($raw['sealedAt']) : null;
        $this->nextCursor = $raw['nextCursor'] ?? null;
    }
}
