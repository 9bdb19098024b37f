<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class CampaignStep extends Record
{
    /** Identifies the step within the campaign, regardless of its position. */
    public int $number;
    public int $delayHours;
    public string $templateCode;
    /**
     * Null uses the recipient’s preferred channel.
     *
     * @var 'WHATSAPP'|'SMS'|'EMAIL'|string
     */
    public ?string $channel;
    /** @var array<string, string> */
    public array $variables;
    /**
     * Why the step cannot be sent: its template was deleted, or now has other variables. Enrolments wait at the step until this is corrected. Empty if the step can be sent.
     *
     * @var list<StepFault>
     */
    public array $faults;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['number'])) {
            $this->number = $raw['number'];
        }
        if (isset($raw['delayHours'])) {
            $this->delayHours = $raw['delayHours'];
        }
        if (isset($raw['templateCode'])) {
            $this->templateCode = $raw['templateCode'];
        }
        $this->channel = $raw['channel'] ?? null;
        if (isset($raw['variables'])) {
            $this->variables = $raw['variables'];
        }
        if (isset($raw['faults'])) {
            $this->faults = array_map(static fn ($one) => new StepFault($one), $raw['faults']);
        }
    }
}
