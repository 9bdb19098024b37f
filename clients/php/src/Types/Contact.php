<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class Contact extends Record
{
    public string $userId;
    /** Null if unknown. */
    public ?string $email;
    /** Whether the address was confirmed with the code that was sent to it. Until then it gets no other messages. */
    public bool $emailConfirmed;
    /** E.164 */
    public ?string $phone;
    /** Whether the address was confirmed with the code that was sent to it. Until then it gets no other messages. */
    public bool $phoneConfirmed;
    /**
     * Language of messages. French by default.
     *
     * @var 'fr'|'ar'|'en'|string
     */
    public string $language;
    /**
     * If null, messages are sent by WhatsApp if there is a number, otherwise by e-mail.
     *
     * @var 'WHATSAPP'|'SMS'|'EMAIL'|string
     */
    public ?string $preferredChannel;
    /**
     * Channels that the user accepts only for critical messages.
     *
     * @var list<'WHATSAPP'|'SMS'|'EMAIL'|string>
     */
    public array $optOuts;
    /** Hours in which only critical messages are sent. Null if there are none. */
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
