<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class VisitFile extends Record
{
    public string $id;
    public string $appointmentId;
    /** File name without a path. The extension must match the content: .pdf, .jpg, .jpeg or .png. */
    public string $name;
    /** @var 'application/pdf'|'image/jpeg'|'image/png'|string */
    public string $type;
    /** Size of the file in bytes. */
    public int $size;
    /** SHA-256 of the file in lowercase hex. */
    public string $sha256;
    /** The name of the participant who shared it. */
    public string $sharedBy;
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
        if (isset($raw['appointmentId'])) {
            $this->appointmentId = $raw['appointmentId'];
        }
        if (isset($raw['name'])) {
            $this->name = $raw['name'];
        }
        if (isset($raw['type'])) {
            $this->type = $raw['type'];
        }
        if (isset($raw['size'])) {
            $this->size = $raw['size'];
        }
        if (isset($raw['sha256'])) {
            $this->sha256 = $raw['sha256'];
        }
        if (isset($raw['sharedBy'])) {
            $this->sharedBy = $raw['sharedBy'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
    }
}
