<?php

declare(strict_types=1);

use MedinaCare\Medina;

// In your own program: vendor/autoload.php.
require __DIR__ . '/../../../clients/php/autoload.php';
require __DIR__ . '/OrderController.php';
require __DIR__ . '/WebhookController.php';

/** The client of the pharmacy, which reads its orders. */
function medina(): Medina
{
    return medinaAs(
        getenv('MEDINA_CLIENT_ID') ?: 'sandbox-pharmacy',
        getenv('MEDINA_CLIENT_SECRET') ?: 'sandbox-pharmacy-secret',
    );
}

/** The client of an administrator, which receives the events of all prescriptions. */
function administrator(): Medina
{
    return medinaAs(
        getenv('ADMIN_CLIENT_ID') ?: 'sandbox-admin',
        getenv('ADMIN_CLIENT_SECRET') ?: 'sandbox-admin-secret',
    );
}

function medinaAs(string $clientId, string $clientSecret): Medina
{
    $url = getenv('MEDINA_URL') ?: 'http://localhost:3000';

    return new Medina($url, $clientId, $clientSecret, timeoutSec: 10, userAgent: 'pharmacy/1.0');
}

/** The folder for the webhook secret and the ids of finished events. */
function folder(): string
{
    $folder = getenv('FOLDER') ?: __DIR__ . '/../work';
    if (!is_dir("$folder/events")) {
        mkdir("$folder/events", 0700, true);
    }

    return $folder;
}
