<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class WholeTemplate extends Record
{
    public string $code;
    /** @var 'WHATSAPP'|'SMS'|'EMAIL'|string */
    public string $channel;
    /** @var 'fr'|'ar'|'en'|string */
    public string $language;
    /** @var 'CRITICAL'|'SERVICE'|'MARKETING'|string */
    public string $purpose;
    /**
     * The required variables. Each text may also use `recipientName`.
     *
     * @var list<string>
     */
    public array $variables;
    /**
     * The optional variables.
     *
     * @var list<string>
     */
    public array $optional;
    /** Whether the organisation wrote the text. */
    public bool $own;
    /** Whether clients can send the template with `POST /api/notifications/send`, and replace its text with `PUT`. Only the platform sends templates about accounts, access, secrets and alarms, always with its own text. */
    public bool $sendable;
    /**
     * The kind of each variable.
     *
     * @var array<string, 'text'|'name'|'time'|'day'|'count'|'link'|'visits'|string>
     */
    public array $kinds;
    /** E-mails only. */
    public ?string $subject;
    public string $text;
    /** Null for the platform’s text. */
    public ?\DateTimeImmutable $updatedAt;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['code'])) {
            $this->code = $raw['code'];
        }
        if (isset($raw['channel'])) {
            $this->channel = $raw['channel'];
        }
        if (isset($raw['language'])) {
            $this->language = $raw['language'];
        }
        if (isset($raw['purpose'])) {
            $this->purpose = $raw['purpose'];
        }
        if (isset($raw['variables'])) {
            $this->variables = $raw['variables'];
        }
        if (isset($raw['optional'])) {
            $this->optional = $raw['optional'];
        }
        if (isset($raw['own'])) {
            $this->own = $raw['own'];
        }
        if (isset($raw['sendable'])) {
            $this->sendable = $raw['sendable'];
        }
        if (isset($raw['kinds'])) {
            $this->kinds = $raw['kinds'];
        }
        $this->subject = $raw['subject'] ?? null;
        if (isset($raw['text'])) {
            $this->text = $raw['text'];
        }
        $this->updatedAt = isset($raw['updatedAt']) ? new \DateTimeImmutable($raw['updatedAt']) : null;
    }
}
