<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PaymentSucceededData extends Record
{
    public string $invoiceId;
    /** Centimes. */
    public int $amountMAD;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['invoiceId'])) {
            $this->invoiceId = $raw['invoiceId'];
        }
        if (isset($raw['amountMAD'])) {
            $this->amountMAD = $raw['amountMAD'];
        }
    }
}
