<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

/** A holiday of Morocco, or the month of Ramadan, as an organisation observes it. */
final readonly class Holiday extends Record
{
    public string $id;
    /**
     * RAMADAN is a month with its own opening hours, and no holiday.
     *
     * @var 'HOLIDAY'|'RAMADAN'|string
     */
    public string $kind;
    public string $code;
    public HolidayNames $names;
    public string $firstDay;
    /** Included. Ramadan ends on the eve of Eid al-Fitr. */
    public string $lastDay;
    /** The first day by the calendar. Morocco may announce the day before or after. */
    public string $calculatedDay;
    /** Whether the first day depends on the new moon. */
    public bool $dependsOnMoon;
    /** Whether the first day is final. */
    public bool $confirmed;
    /** Whether the organisation is closed on the holiday, or has its hours of Ramadan. Applies to this year and all later years, until another year says otherwise. */
    public bool $observed;

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
        if (isset($raw['kind'])) {
            $this->kind = $raw['kind'];
        }
        if (isset($raw['code'])) {
            $this->code = $raw['code'];
        }
        if (isset($raw['names'])) {
            $this->names = new HolidayNames($raw['names']);
        }
        if (isset($raw['firstDay'])) {
            $this->firstDay = $raw['firstDay'];
        }
        if (isset($raw['lastDay'])) {
            $this->lastDay = $raw['lastDay'];
        }
        if (isset($raw['calculatedDay'])) {
            $this->calculatedDay = $raw['calculatedDay'];
        }
        if (isset($raw['dependsOnMoon'])) {
            $this->dependsOnMoon = $raw['dependsOnMoon'];
        }
        if (isset($raw['confirmed'])) {
            $this->confirmed = $raw['confirmed'];
        }
        if (isset($raw['observed'])) {
            $this->observed = $raw['observed'];
        }
    }
}
