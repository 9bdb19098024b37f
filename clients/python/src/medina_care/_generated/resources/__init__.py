"""Generated from openapi.json by `npm run clients`. Do not edit."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..._http import Http
    from .tokens import TokensApi
    from .access_requests import AccessRequestsApi
    from .clients import ClientsApi
    from .me import MeApi
    from .accounts import AccountsApi
    from .users import UsersApi
    from .invitations import InvitationsApi
    from .directory import DirectoryApi
    from .doctors import DoctorsApi
    from .appointments import AppointmentsApi
    from .series import SeriesApi
    from .video import VideoApi
    from .prescriptions import PrescriptionsApi
    from .signing_keys import SigningKeysApi
    from .orders import OrdersApi
    from .lab_orders import LabOrdersApi
    from .stock import StockApi
    from .services import ServicesApi
    from .places import PlacesApi
    from .visit_types import VisitTypesApi
    from .slots import SlotsApi
    from .holds import HoldsApi
    from .booking_policy import BookingPolicyApi
    from .waitlist import WaitlistApi
    from .holidays import HolidaysApi
    from .invoices import InvoicesApi
    from .reviews import ReviewsApi
    from .follow_ups import FollowUpsApi
    from .patients import PatientsApi
    from .guardianships import GuardianshipsApi
    from .templates import TemplatesApi
    from .notifications import NotificationsApi
    from .documents import DocumentsApi
    from .signing_certificates import SigningCertificatesApi
    from .letterhead import LetterheadApi
    from .files import FilesApi
    from .campaigns import CampaignsApi
    from .leads import LeadsApi
    from .webhooks import WebhooksApi
    from .events import EventsApi
    from .requests import RequestsApi
    from .usage import UsageApi
    from .audit import AuditApi
    from .sandbox import SandboxApi
    from .health import HealthApi


class RootApi:
    def __init__(self, http: Http) -> None:
        self._http = http

    @cached_property
    def tokens(self) -> TokensApi:
        from .tokens import TokensApi

        return TokensApi(self._http)

    @cached_property
    def access_requests(self) -> AccessRequestsApi:
        from .access_requests import AccessRequestsApi

        return AccessRequestsApi(self._http)

    @cached_property
    def clients(self) -> ClientsApi:
        from .clients import ClientsApi

        return ClientsApi(self._http)

    @cached_property
    def me(self) -> MeApi:
        from .me import MeApi

        return MeApi(self._http)

    @cached_property
    def accounts(self) -> AccountsApi:
        from .accounts import AccountsApi

        return AccountsApi(self._http)

    @cached_property
    def users(self) -> UsersApi:
        from .users import UsersApi

        return UsersApi(self._http)

    @cached_property
    def invitations(self) -> InvitationsApi:
        from .invitations import InvitationsApi

        return InvitationsApi(self._http)

    @cached_property
    def directory(self) -> DirectoryApi:
        from .directory import DirectoryApi

        return DirectoryApi(self._http)

    @cached_property
    def doctors(self) -> DoctorsApi:
        from .doctors import DoctorsApi

        return DoctorsApi(self._http)

    @cached_property
    def appointments(self) -> AppointmentsApi:
        from .appointments import AppointmentsApi

        return AppointmentsApi(self._http)

    @cached_property
    def series(self) -> SeriesApi:
        from .series import SeriesApi

        return SeriesApi(self._http)

    @cached_property
    def video(self) -> VideoApi:
        from .video import VideoApi

        return VideoApi(self._http)

    @cached_property
    def prescriptions(self) -> PrescriptionsApi:
        from .prescriptions import PrescriptionsApi

        return PrescriptionsApi(self._http)

    @cached_property
    def signing_keys(self) -> SigningKeysApi:
        from .signing_keys import SigningKeysApi

        return SigningKeysApi(self._http)

    @cached_property
    def orders(self) -> OrdersApi:
        from .orders import OrdersApi

        return OrdersApi(self._http)

    @cached_property
    def lab_orders(self) -> LabOrdersApi:
        from .lab_orders import LabOrdersApi

        return LabOrdersApi(self._http)

    @cached_property
    def stock(self) -> StockApi:
        from .stock import StockApi

        return StockApi(self._http)

    @cached_property
    def services(self) -> ServicesApi:
        from .services import ServicesApi

        return ServicesApi(self._http)

    @cached_property
    def places(self) -> PlacesApi:
        from .places import PlacesApi

        return PlacesApi(self._http)

    @cached_property
    def visit_types(self) -> VisitTypesApi:
        from .visit_types import VisitTypesApi

        return VisitTypesApi(self._http)

    @cached_property
    def slots(self) -> SlotsApi:
        from .slots import SlotsApi

        return SlotsApi(self._http)

    @cached_property
    def holds(self) -> HoldsApi:
        from .holds import HoldsApi

        return HoldsApi(self._http)

    @cached_property
    def booking_policy(self) -> BookingPolicyApi:
        from .booking_policy import BookingPolicyApi

        return BookingPolicyApi(self._http)

    @cached_property
    def waitlist(self) -> WaitlistApi:
        from .waitlist import WaitlistApi

        return WaitlistApi(self._http)

    @cached_property
    def holidays(self) -> HolidaysApi:
        from .holidays import HolidaysApi

        return HolidaysApi(self._http)

    @cached_property
    def invoices(self) -> InvoicesApi:
        from .invoices import InvoicesApi

        return InvoicesApi(self._http)

    @cached_property
    def reviews(self) -> ReviewsApi:
        from .reviews import ReviewsApi

        return ReviewsApi(self._http)

    @cached_property
    def follow_ups(self) -> FollowUpsApi:
        from .follow_ups import FollowUpsApi

        return FollowUpsApi(self._http)

    @cached_property
    def patients(self) -> PatientsApi:
        from .patients import PatientsApi

        return PatientsApi(self._http)

    @cached_property
    def guardianships(self) -> GuardianshipsApi:
        from .guardianships import GuardianshipsApi

        return GuardianshipsApi(self._http)

    @cached_property
    def templates(self) -> TemplatesApi:
        from .templates import TemplatesApi

        return TemplatesApi(self._http)

    @cached_property
    def notifications(self) -> NotificationsApi:
        from .notifications import NotificationsApi

        return NotificationsApi(self._http)

    @cached_property
    def documents(self) -> DocumentsApi:
        from .documents import DocumentsApi

        return DocumentsApi(self._http)

    @cached_property
    def signing_certificates(self) -> SigningCertificatesApi:
        from .signing_certificates import SigningCertificatesApi

        return SigningCertificatesApi(self._http)

    @cached_property
    def letterhead(self) -> LetterheadApi:
        from .letterhead import LetterheadApi

        return LetterheadApi(self._http)

    @cached_property
    def files(self) -> FilesApi:
        from .files import FilesApi

        return FilesApi(self._http)

    @cached_property
    def campaigns(self) -> CampaignsApi:
        from .campaigns import CampaignsApi

        return CampaignsApi(self._http)

    @cached_property
    def leads(self) -> LeadsApi:
        from .leads import LeadsApi

        return LeadsApi(self._http)

    @cached_property
    def webhooks(self) -> WebhooksApi:
        from .webhooks import WebhooksApi

        return WebhooksApi(self._http)

    @cached_property
    def events(self) -> EventsApi:
        from .events import EventsApi

        return EventsApi(self._http)

    @cached_property
    def requests(self) -> RequestsApi:
        from .requests import RequestsApi

        return RequestsApi(self._http)

    @cached_property
    def usage(self) -> UsageApi:
        from .usage import UsageApi

        return UsageApi(self._http)

    @cached_property
    def audit(self) -> AuditApi:
        from .audit import AuditApi

        return AuditApi(self._http)

    @cached_property
    def sandbox(self) -> SandboxApi:
        from .sandbox import SandboxApi

        return SandboxApi(self._http)

    @cached_property
    def health(self) -> HealthApi:
        from .health import HealthApi

        return HealthApi(self._http)
