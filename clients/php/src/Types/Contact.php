<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Contact extends Record
{
    public string $userId;
    /** Null if none is known. */
    public ?string $email;
    /** Whether the code was given back that was sent to it. Until then it gets no other message. */
    public bool $emailConfirmed;
    /** E.164 */
    public ?string $phone;
    /** Whether the code was given back that was sent to it. Until then it gets no other message. */
    public bool $phoneConfirmed;
    /**
     * Language of messages; French by default.
     *
     * @var 'fr'|'ar'|'en'|string
     */
    public string $language;
    /**
     * Null: WhatsApp if there is a number, else e-mail.
     *
     * @var 'WHATSAPP'|'SMS'|'EMAIL'|string
     */
    public ?string $preferredChannel;
    /**
     * Channels for critical messages only.
     *
     * @var list<'WHATSAPP'|'SMS'|'EMAIL'|string>
     */
    public array $optOuts;
    /** Hours for critical messages only; null: none. */
    public ?QuietHours $quietHours;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['userId'])) {
            $this->userId = $raw['userId'];
        }
        $this->email = $raw['email'] ?? null;
        if (isset($raw['emailConfirmed'])) {
            $this->emailConfirmed = $raw['emailConfirmed'];
        }
        $this->phone = $raw['phone'] ?? null;
        if (isset($raw['phoneConfirmed'])) {
            $this->phoneConfirmed = $raw['phoneConfirmed'];
        }
        if (isset($raw['language'])) {
            $this->language = $raw['language'];
        }
        $this->preferredChannel = $raw['preferredChannel'] ?? null;
        if (isset($raw['optOuts'])) {
            $this->optOuts = $raw['optOuts'];
        }
        $this->quietHours = isset($raw['quietHours']) ? new QuietHours($raw['quietHours']) : null;
    }
}
