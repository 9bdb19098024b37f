<?php

declare(strict_types=1);

namespace Pharmacy;

use MedinaCare\Errors\Conflict;
use MedinaCare\Errors\SignatureError;
use MedinaCare\Medina;
use MedinaCare\Options;
use MedinaCare\Types\PrescriptionSignedEvent;
use MedinaCare\Webhooks;

/** Receives events. An order can be prepared as soon as its prescription is signed. */
final readonly class WebhookController
{
    private const MAX_BODY = 1024 * 1024;

    public function __construct(private Medina $medina, private string $folder)
    {
    }

    public function receive(string $body, array $headers): void
    {
        http_response_code($this->statusOf($body, $headers));
    }

    private function statusOf(string $body, array $headers): int
    {
        if (strlen($body) > self::MAX_BODY) {
            return 413;
        }
        try {
            $event = Webhooks::verify($body, $headers, file("$this->folder/secrets", FILE_IGNORE_NEW_LINES));
        } catch (SignatureError) {
            return 401;
        }
        // Deliveries can be repeated. A file marks a finished event. After a crash before that, the idempotency keys of the
        // calls make repeated calls safe.
        $finished = "$this->folder/events/$event->id";
        if (!is_file($finished)) {
            if ($event instanceof PrescriptionSignedEvent) {
                $this->prepare($event);
            }
            touch($finished);
        }

        return 204;
    }

    private function prepare(PrescriptionSignedEvent $event): void
    {
        $orders = $this->medina->orders->list([
            'prescriptionId' => $event->data->prescriptionId,
            'status' => ['PENDING'],
        ]);
        foreach ($orders as $order) {
            try {
                $this->medina->orders->update(
                    $order->id,
                    ['status' => 'PREPARING'],
                    new Options(idempotencyKey: "$event->id-$order->id"),
                );
            } catch (Conflict) {
                // The order was cancelled or prepared meanwhile.
            }
        }
    }
}
