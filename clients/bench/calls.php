<?php

/** Prints the milliseconds of a call through the library and of the same call with curl, alternating. */

declare(strict_types=1);

use MedinaCare\Medina;

require __DIR__ . '/../php/autoload.php';
$url = (string) getenv('MEDINA_URL');
$medina = new Medina($url, 'sandbox-admin', 'sandbox-admin-secret');
$token = $medina->tokens->issue([
    'grant_type' => 'client_credentials',
    'client_id' => 'sandbox-admin',
    'client_secret' => 'sandbox-admin-secret',
])->access_token;
$handle = curl_init("{$url}/api/patients/usr_sandbox_patient");
curl_setopt_array($handle, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_FAILONERROR => true,
    CURLOPT_HTTPHEADER => ["authorization: Bearer {$token}", 'accept: application/json'],
]);

$own = static fn () => $medina->patients->get('usr_sandbox_patient');
$bare = static fn () => json_decode((string) curl_exec($handle), true, flags: JSON_THROW_ON_ERROR);
$timed = static function (Closure $call): float {
    $began = hrtime(true);
    $call();
    return (hrtime(true) - $began) / 1e6;
};
for ($round = 0; $round < 450; $round++) {
    if ($round % 2 === 0) {
        [$first, $second] = [$timed($own), $timed($bare)];
    } else {
        [$second, $first] = [$timed($bare), $timed($own)];
    }
    if ($round >= 50) {
        echo "{$first} {$second}\n";
    }
}
