<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class KeptMessage extends Record
{
    public string $id;
    /** @var 'WHATSAPP'|'SMS'|'EMAIL'|string */
    public string $channel;
    /** An e-mail address, or a telephone number in E.164. */
    public string $to;
    public ?string $recipientUserId;
    public string $templateCode;
    /**
     * Ids of the related records.
     *
     * @var list<string>
     */
    public array $about;
    /** E-mails only. */
    public ?string $subject;
    public string $text;
    public \DateTimeImmutable $at;

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
        if (isset($raw['channel'])) {
            $this->channel = $raw['channel'];
        }
        if (isset($raw['to'])) {
            $this->to = $raw['to'];
        }
        $this->recipientUserId = $raw['recipientUserId'] ?? null;
        if (isset($raw['templateCode'])) {
            $this->templateCode = $raw['templateCode'];
        }
        if (isset($raw['about'])) {
            $this->about = $raw['about'];
        }
        $this->subject = $raw['subject'] ?? null;
        if (isset($raw['text'])) {
            $this->text = $raw['text'];
        }
        if (isset($raw['at'])) {
            $this->at = new \DateTimeImmutable($raw['at']);
        }
    }
}
