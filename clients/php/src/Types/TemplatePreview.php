<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class TemplatePreview extends Record
{
    /** E-mails only. */
    public ?string $subject;
    public string $text;
    /** The HTML version of e-mails. */
    public ?string $html;
    /** The number of SMS segments. */
    public ?int $segments;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        $this->subject = $raw['subject'] ?? null;
        if (isset($raw['text'])) {
            $this->text = $raw['text'];
        }
        $this->html = $raw['html'] ?? null;
        $this->segments = $raw['segments'] ?? null;
    }
}
