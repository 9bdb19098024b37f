<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class StaffDoctor extends Record
{
    public string $id;
    public string $name;
    public ?string $email;
    public ?string $specialty;
    public ?string $city;
    public ?string $slug;
    /** @var list<string> */
    public ?array $languages;
    public ?bool $isTele;
    public ?float $rating;
    /** Number of reviews behind `rating`. If 0, `rating` is the initial value of the profile. */
    public ?int $reviewCount;
    public ?string $licenceNumber;
    public ?string $phone;
    public bool $verified;
    public ?\DateTimeImmutable $verifiedAt;

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
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        $this->email = $raw['email'] ?? null;
        $this->specialty = $raw['specialty'] ?? null;
        $this->city = $raw['city'] ?? null;
        $this->slug = $raw['slug'] ?? null;
        $this->languages = $raw['languages'] ?? null;
        $this->isTele = $raw['isTele'] ?? null;
        $this->rating = $raw['rating'] ?? null;
        $this->reviewCount = $raw['reviewCount'] ?? null;
        $this->licenceNumber = $raw['licenceNumber'] ?? null;
        $this->phone = $raw['phone'] ?? null;
        if (isset($raw['verified'])) {
            $this->verified = $raw['verified'];
        }
        $this->verifiedAt = isset($raw['verifiedAt']) ? new \DateTimeImmutable($raw['verifiedAt']) : null;
    }
}
