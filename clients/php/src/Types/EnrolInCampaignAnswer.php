<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class EnrolInCampaignAnswer extends Record
{
    /** @var list<NewEnrolment> */
    public array $enrolled;
    /** @var list<RefusedEnrolment> */
    public array $refused;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['enrolled'])) {
            $this->enrolled = array_map(static fn ($one) => new NewEnrolment($one), $raw['enrolled']);
        }
        if (isset($raw['refused'])) {
            $this->refused = array_map(static fn ($one) => new RefusedEnrolment($one), $raw['refused']);
        }
    }
}
