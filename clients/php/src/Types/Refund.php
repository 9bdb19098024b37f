<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Refund extends Record
{
    public string $id;
    public string $invoiceId;
    /** Centimes. */
    public int $amountMAD;
    /** Amount refunded so far, in centimes. */
    public int $refundedMAD;
    public ?string $reason;
    /**
     * PENDING: the card provider has not reported the outcome. PARTIAL: the bank refused a part of the amount. FAILED: the bank refused all of it.
     *
     * @var 'PENDING'|'SUCCEEDED'|'PARTIAL'|'FAILED'|string
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
        if (isset($raw['amountMAD'])) {
            $this->amountMAD = $raw['amountMAD'];
        }
        if (isset($raw['refundedMAD'])) {
            $this->refundedMAD = $raw['refundedMAD'];
        }
        $this->reason = $raw['reason'] ?? null;
        if (isset($raw['status'])) {
            $this->status = $raw['status'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
