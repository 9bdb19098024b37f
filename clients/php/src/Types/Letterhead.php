<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** The header of the organisation’s documents; null fields are omitted. */
final readonly class Letterhead extends Record
{
    public string $name;
    /** The Arabic name, for documents in Arabic or both languages. */
    public ?string $nameAr;
    /** Up to 4 lines. */
    public ?string $address;
    public ?string $addressAr;
    /** The place of issue on documents: "Fait à …". */
    public ?string $city;
    public ?string $cityAr;
    /** E.164 */
    public ?string $phone;
    public ?string $email;
    /**
     * Registration numbers, in the order on documents.
     *
     * @var list<Identifier>
     */
    public array $identifiers;
    /** Must have a contrast to white of at least 4.5:1. */
    public string $color;
    /** Plain SVG of at most 32 kB: shapes, gradients and clipping; no text, images, scripts, style sheets or external references. */
    public ?string $logoSvg;
    /** Null until a letterhead is set. */
    public ?\DateTimeImmutable $updatedAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        $this->nameAr = $raw['nameAr'] ?? null;
        $this->address = $raw['address'] ?? null;
        $this->addressAr = $raw['addressAr'] ?? null;
        $this->city = $raw['city'] ?? null;
        $this->cityAr = $raw['cityAr'] ?? null;
        $this->phone = $raw['phone'] ?? null;
        $this->email = $raw['email'] ?? null;
        if (isset($raw['identifiers'])) {
            $this->identifiers = array_map(static fn ($one) => new Identifier($one), $raw['identifiers']);
        }
        if (isset($raw['color'])) {
            $this->color = $raw['color'];
        }
        $this->logoSvg = $raw['logoSvg'] ?? null;
        $this->updatedAt = isset($raw['updatedAt']) ? new \DateTimeImmutable($raw['updatedAt']) : null;
    }
}
