<?php

declare(strict_types=1);

// Registers the webhook of the pharmacy once, and stores its secret.

use MedinaCare\Errors\NotFound;

require __DIR__ . '/app/start.php';

$port = getenv('PORT') ?: '8090';
$address = getenv('WEBHOOK_URL') ?: "http://localhost:$port/hooks";
$known = folder() . '/webhook';
function isKnown(string $file, string $address): bool
{
    try {
        return is_file($file) && administrator()->webhooks->update(file_get_contents($file), ['url' => $address])->id !== '';
    } catch (NotFound) {
        return false; // the webhook belongs to another installation
    }
}

if (!isKnown($known, $address)) {
    $webhook = administrator()->webhooks->register(['url' => $address, 'events' => ['prescription.signed']])->webhook;
    umask(0077);
    file_put_contents(folder() . '/secrets', "$webhook->secret\n");
    file_put_contents($known, $webhook->id);
}
echo "Open http://localhost:$port\n";
