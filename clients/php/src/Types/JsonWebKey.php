<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Meta;
use MedinaCare\Record;

final readonly class JsonWebKey extends Record
{
    public string $kty;
    public string $crv;
    public string $x;
    public string $y;
    public string $kid;
    public string $alg;
    public string $use;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['kty'])) {
            $this->kty = $raw['kty'];
        }
        if (isset($raw['crv'])) {
            $this->crv = $raw['crv'];
        }
        if (isset($raw['x'])) {
            $this->x = $raw['x'];
        }
        if (isset($raw['y'])) {
            $this->y = $raw['y'];
        }
        if (isset($raw['kid'])) {
            $this->kid = $raw['kid'];
        }
        if (isset($raw['alg'])) {
            $this->alg = $raw['alg'];
        }
        if (isset($raw['use'])) {
            $this->use = $raw['use'];
        }
    }
}
