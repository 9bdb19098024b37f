<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Types;

use MedinaCare\Choice;
use MedinaCare\Meta;
use MedinaCare\Record;

/** A record whose type is in `event`. For types that are newer than the library, `raw` has all fields. */
readonly class Event extends Record implements Choice
{
    public string $event;
    public string $id;
    public \DateTimeImmutable $createdAt;
    public ?int $sequence;

    /**
     * @internal
     *
     * @param array<string, mixed> $raw
     */
    public function __construct(array $raw, ?Meta $meta = null)
    {
        parent::__construct($raw, $meta);
        if (isset($raw['event'])) {
            $this->event = $raw['event'];
        }
        if (isset($raw['id'])) {
            $this->id = $raw['id'];
        }
        if (isset($raw['createdAt'])) {
            $this->createdAt = new \DateTimeImmutable($raw['createdAt']);
        }
        $this->sequence = $raw['sequence'] ?? null;
    }

    /** @param array<string, mixed> $raw */
    final public static function of(array $raw, ?Meta $meta = null): self
    {
        return match ($raw['event'] ?? null) {
            'appointment.created' => new AppointmentCreatedEvent($raw, $meta),
            'appointment.updated' => new AppointmentUpdatedEvent($raw, $meta),
            'appointment.cancelled' => new AppointmentCancelledEvent($raw, $meta),
            'appointment.completed' => new AppointmentCompletedEvent($raw, $meta),
            'prescription.created' => new PrescriptionCreatedEvent($raw, $meta),
            'prescription.signed' => new PrescriptionSignedEvent($raw, $meta),
            'lab_order.created' => new LabOrderCreatedEvent($raw, $meta),
            'lab_order.status_changed' => new LabOrderStatusChangedEvent($raw, $meta),
            'lab_result.published' => new LabResultPublishedEvent($raw, $meta),
            'lab_result.critical_alert' => new LabResultCriticalAlertEvent($raw, $meta),
            'payment.succeeded' => new PaymentSucceededEvent($raw, $meta),
            'payment.refunded' => new PaymentRefundedEvent($raw, $meta),
            'review.created' => new ReviewCreatedEvent($raw, $meta),
            'patient.created' => new PatientCreatedEvent($raw, $meta),
            'patient.consent_updated' => new PatientConsentUpdatedEvent($raw, $meta),
            default => new self($raw, $meta),
        };
    }
}
