<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class ReviewCreatedData extends Record
{
    public string $reviewId;
    public int $rating;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['reviewId'])) {
            $this->reviewId = $raw['reviewId'];
        }
        if (isset($raw['rating'])) {
            $this->rating = $raw['rating'];
        }
    }
}
