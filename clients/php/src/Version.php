<?php

declare(strict_types=1);

namespace MedinaCare;

/** @internal */
final class Version
{
    /** The version in CHANGELOG.md. */
    public const CURRENT = '1.0.0';
}
