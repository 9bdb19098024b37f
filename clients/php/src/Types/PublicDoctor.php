<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class PublicDoctor extends Record
{
    public string $id;
    public string $slug;
    public string $name;
    public string $specialty;
    public string $city;
    public float $rating;
    public bool $isTele;

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
        if (isset($raw['slug'])) {
            $this->slug = $raw['slug'];
        }
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['specialty'])) {
            $this->specialty = $raw['specialty'];
        }
        if (isset($raw['city'])) {
            $this->city = $raw['city'];
        }
        if (isset($raw['rating'])) {
            $this->rating = $raw['rating'];
        }
        if (isset($raw['isTele'])) {
            $this->isTele = $raw['isTele'];
        }
    }
}
