<?php

declare(strict_types=1);

namespace MedinaCare\Errors;

/** 400 and 422. `faults` has all invalid fields of the request. */
final class Invalid extends ApiError
{
    /** @return list<Fault> */
    public function faults(): array
    {
        $faults = [];
        foreach (is_array($this->details) ? $this->details : [] as $fault) {
            if (is_array($fault) && is_array($fault['path'] ?? null)) {
                $faults[] = new Fault(implode('.', $fault['path']), (string) ($fault['message'] ?? ''));
            }
        }
        return $faults;
    }

    protected function faultLines(): string
    {
        $lines = array_map(static fn (Fault $fault): string => "\n  {$fault->path} {$fault->message}", $this->faults());
        return implode('', $lines);
    }
}
