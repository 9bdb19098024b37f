<?php

declare(strict_types=1);

// The routes of the pharmacy, for `php -S`.

use Pharmacy\OrderController;
use Pharmacy\WebhookController;

require __DIR__ . '/app/start.php';

$routes = [
    'GET /' => fn () => (new OrderController(medina()))->index(),
    'POST /orders/(ord_\w+)/(PREPARING|READY)' => fn (string $id, string $status) =>
        (new OrderController(medina()))->move($id, $status),
    'POST /hooks' => fn () => (new WebhookController(medina(), folder()))->receive(
        file_get_contents('php://input'),
        getallheaders(),
    ),
];

$asked = $_SERVER['REQUEST_METHOD'] . ' ' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
header('cache-control: no-store');
header("content-security-policy: default-src 'none'; style-src 'unsafe-inline'; form-action 'self'");
http_response_code(404);
foreach ($routes as $route => $action) {
    if (preg_match("~^$route$~D", $asked, $found)) {
        try {
            $action(...array_slice($found, 1));
        } catch (Throwable $error) {
            // The message may contain values of a request. The request id is enough to find the reason.
            error_log($error::class . ' ' . ($error->requestId ?? ''));
            http_response_code(500); // the platform retries deliveries
        }
    }
}
