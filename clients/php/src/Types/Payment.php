<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Payment extends Record
{
    public string $id;
    public string $invoiceId;
    /** @var 'CARD'|'CASH'|string */
    public string $method;
    /** Centimes. */
    public int $amountMAD;
    /**
     * PENDING: the card provider has not reported the outcome, and the amount is reserved. FAILED: the charge never reached the provider.
     *
     * @var 'PENDING'|'SUCCEEDED'|'DECLINED'|'FAILED'|string
     */
    public string $status;
    public \DateTimeImmutable $createdAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['id'])) {
            $this->id = $raw['id'];
        }
        if (isset($raw['invoiceId'])) {
            $this->invoiceId = $raw['invoiceId'];
        }
        if (isset($raw['method'])) {
            $this->method = $raw['method'];
        }
        if (isset($raw['amountMAD'])) {
            $this->amountMAD = $raw['amountMAD'];
        }
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
