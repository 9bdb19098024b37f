"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..._http import AsyncHttp
    from .tokens import AsyncTokensApi
    from .access_requests import AsyncAccessRequestsApi
    from .clients import AsyncClientsApi
    from .me import AsyncMeApi
    from .accounts import AsyncAccountsApi
    from .users import AsyncUsersApi
    from .invitations import AsyncInvitationsApi
    from .directory import AsyncDirectoryApi
    from .doctors import AsyncDoctorsApi
    from .appointments import AsyncAppointmentsApi
    from .series import AsyncSeriesApi
    from .video import AsyncVideoApi
    from .prescriptions import AsyncPrescriptionsApi
    from .signing_keys import AsyncSigningKeysApi
    from .orders import AsyncOrdersApi
    from .lab_orders import AsyncLabOrdersApi
    from .stock import AsyncStockApi
    from .services import AsyncServicesApi
    from .places import AsyncPlacesApi
    from .visit_types import AsyncVisitTypesApi
    from .slots import AsyncSlotsApi
    from .holds import AsyncHoldsApi
    from .booking_policy import AsyncBookingPolicyApi
    from .waitlist import AsyncWaitlistApi
    from .holidays import AsyncHolidaysApi
    from .invoices import AsyncInvoicesApi
    from .reviews import AsyncReviewsApi
    from .follow_ups import AsyncFollowUpsApi
    from .patients import AsyncPatientsApi
    from .guardianships import AsyncGuardianshipsApi
    from .templates import AsyncTemplatesApi
    from .notifications import AsyncNotificationsApi
    from .documents import AsyncDocumentsApi
    from .signing_certificates import AsyncSigningCertificatesApi
    from .letterhead import AsyncLetterheadApi
    from .files import AsyncFilesApi
    from .campaigns import AsyncCampaignsApi
    from .leads import AsyncLeadsApi
    from .webhooks import AsyncWebhooksApi
    from .events import AsyncEventsApi
    from .requests import AsyncRequestsApi
    from .usage import AsyncUsageApi
    from .audit import AsyncAuditApi
    from .sandbox import AsyncSandboxApi
    from .health import AsyncHealthApi


class AsyncRootApi:
    def __init__(self, http: AsyncHttp) -> None:
        self._http = http

    @cached_property
    def tokens(self) -> AsyncTokensApi:
        from .tokens import AsyncTokensApi

        return AsyncTokensApi(self._http)

    @cached_property
    def access_requests(self) -> AsyncAccessRequestsApi:
        from .access_requests import AsyncAccessRequestsApi

        return AsyncAccessRequestsApi(self._http)

    @cached_property
    def clients(self) -> AsyncClientsApi:
        from .clients import AsyncClientsApi

        return AsyncClientsApi(self._http)

    @cached_property
    def me(self) -> AsyncMeApi:
        from .me import AsyncMeApi

        return AsyncMeApi(self._http)

    @cached_property
    def accounts(self) -> AsyncAccountsApi:
        from .accounts import AsyncAccountsApi

        return AsyncAccountsApi(self._http)

    @cached_property
    def users(self) -> AsyncUsersApi:
        from .users import AsyncUsersApi

        return AsyncUsersApi(self._http)

    @cached_property
    def invitations(self) -> AsyncInvitationsApi:
        from .invitations import AsyncInvitationsApi

        return AsyncInvitationsApi(self._http)

    @cached_property
    def directory(self) -> AsyncDirectoryApi:
        from .directory import AsyncDirectoryApi

        return AsyncDirectoryApi(self._http)

    @cached_property
    def doctors(self) -> AsyncDoctorsApi:
        from .doctors import AsyncDoctorsApi

        return AsyncDoctorsApi(self._http)

    @cached_property
    def appointments(self) -> AsyncAppointmentsApi:
        from .appointments import AsyncAppointmentsApi

        return AsyncAppointmentsApi(self._http)

    @cached_property
    def series(self) -> AsyncSeriesApi:
        from .series import AsyncSeriesApi

        return AsyncSeriesApi(self._http)

    @cached_property
    def video(self) -> AsyncVideoApi:
        from .video import AsyncVideoApi

        return AsyncVideoApi(self._http)

    @cached_property
    def prescriptions(self) -> AsyncPrescriptionsApi:
        from .prescriptions import AsyncPrescriptionsApi

        return AsyncPrescriptionsApi(self._http)

    @cached_property
    def signing_keys(self) -> AsyncSigningKeysApi:
        from .signing_keys import AsyncSigningKeysApi

        return AsyncSigningKeysApi(self._http)

    @cached_property
    def orders(self) -> AsyncOrdersApi:
        from .orders import AsyncOrdersApi

        return AsyncOrdersApi(self._http)

    @cached_property
    def lab_orders(self) -> AsyncLabOrdersApi:
        from .lab_orders import AsyncLabOrdersApi

        return AsyncLabOrdersApi(self._http)

    @cached_property
    def stock(self) -> AsyncStockApi:
        from .stock import AsyncStockApi

        return AsyncStockApi(self._http)

    @cached_property
    def services(self) -> AsyncServicesApi:
        from .services import AsyncServicesApi

        return AsyncServicesApi(self._http)

    @cached_property
    def places(self) -> AsyncPlacesApi:
        from .places import AsyncPlacesApi

        return AsyncPlacesApi(self._http)

    @cached_property
    def visit_types(self) -> AsyncVisitTypesApi:
        from .visit_types import AsyncVisitTypesApi

        return AsyncVisitTypesApi(self._http)

    @cached_property
    def slots(self) -> AsyncSlotsApi:
        from .slots import AsyncSlotsApi

        return AsyncSlotsApi(self._http)

    @cached_property
    def holds(self) -> AsyncHoldsApi:
        from .holds import AsyncHoldsApi

        return AsyncHoldsApi(self._http)

    @cached_property
    def booking_policy(self) -> AsyncBookingPolicyApi:
        from .booking_policy import AsyncBookingPolicyApi

        return AsyncBookingPolicyApi(self._http)

    @cached_property
    def waitlist(self) -> AsyncWaitlistApi:
        from .waitlist import AsyncWaitlistApi

        return AsyncWaitlistApi(self._http)

    @cached_property
    def holidays(self) -> AsyncHolidaysApi:
        from .holidays import AsyncHolidaysApi

        return AsyncHolidaysApi(self._http)

    @cached_property
    def invoices(self) -> AsyncInvoicesApi:
        from .invoices import AsyncInvoicesApi

        return AsyncInvoicesApi(self._http)

    @cached_property
    def reviews(self) -> AsyncReviewsApi:
        from .reviews import AsyncReviewsApi

        return AsyncReviewsApi(self._http)

    @cached_property
    def follow_ups(self) -> AsyncFollowUpsApi:
        from .follow_ups import AsyncFollowUpsApi

        return AsyncFollowUpsApi(self._http)

    @cached_property
    def patients(self) -> AsyncPatientsApi:
        from .patients import AsyncPatientsApi

        return AsyncPatientsApi(self._http)

    @cached_property
    def guardianships(self) -> AsyncGuardianshipsApi:
        from .guardianships import AsyncGuardianshipsApi

        return AsyncGuardianshipsApi(self._http)

    @cached_property
    def templates(self) -> AsyncTemplatesApi:
        from .templates import AsyncTemplatesApi

        return AsyncTemplatesApi(self._http)

    @cached_property
    def notifications(self) -> AsyncNotificationsApi:
        from .notifications import AsyncNotificationsApi

        return AsyncNotificationsApi(self._http)

    @cached_property
    def documents(self) -> AsyncDocumentsApi:
        from .documents import AsyncDocumentsApi

        return AsyncDocumentsApi(self._http)

    @cached_property
    def signing_certificates(self) -> AsyncSigningCertificatesApi:
        from .signing_certificates import AsyncSigningCertificatesApi

        return AsyncSigningCertificatesApi(self._http)

    @cached_property
    def letterhead(self) -> AsyncLetterheadApi:
        from .letterhead import AsyncLetterheadApi

        return AsyncLetterheadApi(self._http)

    @cached_property
    def files(self) -> AsyncFilesApi:
        from .files import AsyncFilesApi

        return AsyncFilesApi(self._http)

    @cached_property
    def campaigns(self) -> AsyncCampaignsApi:
        from .campaigns import AsyncCampaignsApi

        return AsyncCampaignsApi(self._http)

    @cached_property
    def leads(self) -> AsyncLeadsApi:
        from .leads import AsyncLeadsApi

        return AsyncLeadsApi(self._http)

    @cached_property
    def webhooks(self) -> AsyncWebhooksApi:
        from .webhooks import AsyncWebhooksApi

        return AsyncWebhooksApi(self._http)

    @cached_property
    def events(self) -> AsyncEventsApi:
        from .events import AsyncEventsApi

        return AsyncEventsApi(self._http)

    @cached_property
    def requests(self) -> AsyncRequestsApi:
        from .requests import AsyncRequestsApi

        return AsyncRequestsApi(self._http)

    @cached_property
    def usage(self) -> AsyncUsageApi:
        from .usage import AsyncUsageApi

        return AsyncUsageApi(self._http)

    @cached_property
    def audit(self) -> AsyncAuditApi:
        from .audit import AsyncAuditApi

        return AsyncAuditApi(self._http)

    @cached_property
    def sandbox(self) -> AsyncSandboxApi:
        from .sandbox import AsyncSandboxApi

        return AsyncSandboxApi(self._http)

    @cached_property
    def health(self) -> AsyncHealthApi:
        from .health import AsyncHealthApi

        return AsyncHealthApi(self._http)
