<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\SigningCertificate;
use MedinaCare\Types\SigningCertificateWithChain;

final class SigningCertificatesApi extends Resource
{
    /**
     * List signing certificates.
     *
     * Administrators see all certificates of the organisation; doctors and dentists see their own and the organisation’s. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     *
     * Scope: `documents:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     status?: list<'IN_USE'|'RETIRED'>,
     * } $query
     * @return Pages<SigningCertificate>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/signing-certificates',
            query: $query,
            take: 'signingCertificates',
            kind: [SigningCertificate::class],
            options: $options,
        ));
    }

    /**
     * Replace a signing certificate.
     *
     * Documents are signed with the certificate of their doctor or dentist, or else with the organisation’s. The previous certificate is retired: its private key is destroyed, and its signatures stay valid.
     *
     * Scope: `documents:write`.
     *
     * @param array{
     *     chainPem: string,
     *     privateKeyPem: string,
     *     passphrase?: string,
     *     for: 'SELF'|'ORGANISATION',
     * } $body
     */
    public function replace(array $body, ?Options $options = null): SigningCertificateWithChain
    {
        return $this->http->send(new Request(
            'POST',
            '/api/signing-certificates',
            body: $body,
            keyed: true,
            take: 'signingCertificate',
            kind: SigningCertificateWithChain::class,
            options: $options,
        ));
    }

    /**
     * Read a signing certificate.
     *
     * Includes the certificate chain, with which signatures can be verified.
     *
     * Scope: `documents:read`.
     *
     * @param string $id The id of the signing certificate.
     */
    public function get(string $id, ?Options $options = null): SigningCertificateWithChain
    {
        return $this->http->send(new Request(
            'GET',
            '/api/signing-certificates/{id}',
            values: [$id],
            take: 'signingCertificate',
            kind: SigningCertificateWithChain::class,
            options: $options,
        ));
    }

    /**
     * Retire a signing certificate.
     *
     * The certificate no longer signs documents, and its private key is destroyed. Its signatures stay valid. Retiring again changes nothing.
     *
     * Scope: `documents:write`.
     *
     * @param string $id The id of the signing certificate.
     */
    public function retire(string $id, ?Options $options = null): SigningCertificateWithChain
    {
        return $this->http->send(new Request(
            'POST',
            '/api/signing-certificates/{id}/retire',
            values: [$id],
            keyed: true,
            take: 'signingCertificate',
            kind: SigningCertificateWithChain::class,
            options: $options,
        ));
    }
}
