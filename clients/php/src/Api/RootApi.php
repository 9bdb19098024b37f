<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Resource;

/**
 * @property-read TokensApi $tokens
 * @property-read AccessRequestsApi $accessRequests
 * @property-read ClientsApi $clients
 * @property-read MeApi $me
 * @property-read AccountsApi $accounts
 * @property-read UsersApi $users
 * @property-read InvitationsApi $invitations
 * @property-read DirectoryApi $directory
 * @property-read DoctorsApi $doctors
 * @property-read AppointmentsApi $appointments
 * @property-read SeriesApi $series
 * @property-read VideoApi $video
 * @property-read PrescriptionsApi $prescriptions
 * @property-read SigningKeysApi $signingKeys
 * @property-read OrdersApi $orders
 * @property-read LabOrdersApi $labOrders
 * @property-read StockApi $stock
 * @property-read ServicesApi $services
 * @property-read PlacesApi $places
 * @property-read VisitTypesApi $visitTypes
 * @property-read SlotsApi $slots
 * @property-read HoldsApi $holds
 * @property-read BookingPolicyApi $bookingPolicy
 * @property-read WaitlistApi $waitlist
 * @property-read HolidaysApi $holidays
 * @property-read InvoicesApi $invoices
 * @property-read ReviewsApi $reviews
 * @property-read FollowUpsApi $followUps
 * @property-read PatientsApi $patients
 * @property-read GuardianshipsApi $guardianships
 * @property-read TemplatesApi $templates
 * @property-read NotificationsApi $notifications
 * @property-read DocumentsApi $documents
 * @property-read SigningCertificatesApi $signingCertificates
 * @property-read LetterheadApi $letterhead
 * @property-read FilesApi $files
 * @property-read CampaignsApi $campaigns
 * @property-read LeadsApi $leads
 * @property-read WebhooksApi $webhooks
 * @property-read EventsApi $events
 * @property-read RequestsApi $requests
 * @property-read UsageApi $usage
 * @property-read AuditApi $audit
 * @property-read SandboxApi $sandbox
 * @property-read HealthApi $health
 */
abstract class RootApi extends Resource
{
    protected const WITHIN = [
        'tokens' => TokensApi::class,
        'accessRequests' => AccessRequestsApi::class,
        'clients' => ClientsApi::class,
        'me' => MeApi::class,
        'accounts' => AccountsApi::class,
        'users' => UsersApi::class,
        'invitations' => InvitationsApi::class,
        'directory' => DirectoryApi::class,
        'doctors' => DoctorsApi::class,
        'appointments' => AppointmentsApi::class,
        'series' => SeriesApi::class,
        'video' => VideoApi::class,
        'prescriptions' => PrescriptionsApi::class,
        'signingKeys' => SigningKeysApi::class,
        'orders' => OrdersApi::class,
        'labOrders' => LabOrdersApi::class,
        'stock' => StockApi::class,
        'services' => ServicesApi::class,
        'places' => PlacesApi::class,
        'visitTypes' => VisitTypesApi::class,
        'slots' => SlotsApi::class,
        'holds' => HoldsApi::class,
        'bookingPolicy' => BookingPolicyApi::class,
        'waitlist' => WaitlistApi::class,
        'holidays' => HolidaysApi::class,
        'invoices' => InvoicesApi::class,
        'reviews' => ReviewsApi::class,
        'followUps' => FollowUpsApi::class,
        'patients' => PatientsApi::class,
        'guardianships' => GuardianshipsApi::class,
        'templates' => TemplatesApi::class,
        'notifications' => NotificationsApi::class,
        'documents' => DocumentsApi::class,
        'signingCertificates' => SigningCertificatesApi::class,
        'letterhead' => LetterheadApi::class,
        'files' => FilesApi::class,
        'campaigns' => CampaignsApi::class,
        'leads' => LeadsApi::class,
        'webhooks' => WebhooksApi::class,
        'events' => EventsApi::class,
        'requests' => RequestsApi::class,
        'usage' => UsageApi::class,
        'audit' => AuditApi::class,
        'sandbox' => SandboxApi::class,
        'health' => HealthApi::class,
    ];
}
