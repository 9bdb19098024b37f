<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Items;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\LabOrderFile;
use MedinaCare\Types\LabOrderFileContent;

final class LabOrdersFilesApi extends Resource
{
    /**
     * Add a file to a lab order.
     *
     * For example the signed report, or an image. The laboratory and the doctor who ordered the tests can add at most 10 files, from COLLECTED until RELEASED. Files are released with the results.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id The id of the lab order.
     * @param array{
     *     name: string,
     *     content: string,
     * } $body
     * @throws Conflict The lab order is still ORDERED, RELEASED or CANCELLED, or has the maximum of files.
     */
    public function add(string $id, array $body, ?Options $options = null): LabOrderFile
    {
        return $this->http->send(new Request(
            'POST',
            '/api/lab-orders/{id}/files',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'labOrderFile',
            kind: LabOrderFile::class,
            options: $options,
        ));
    }

    /**
     * List the files of a lab order.
     *
     * Returns all files, oldest first. Available to the readers of the results: the doctor who ordered the tests, the addressed laboratory, the patient after the release, and administrators who opened the file of the patient. Patients get 404 until the release.
     *
     * Scope: `lab_orders:read`.
     *
     * @param string $id The id of the lab order.
     * @return Items<LabOrderFile>
     */
    public function list(string $id, ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/lab-orders/{id}/files',
            values: [$id],
            take: 'labOrderFiles',
            kind: [LabOrderFile::class],
            options: $options,
        ));
    }

    /**
     * Read a file of a lab order.
     *
     * Returns the file with a new URL of its content. Available to the readers of the results: the doctor who ordered the tests, the addressed laboratory, the patient after the release, and administrators who opened the file of the patient.
     *
     * Scope: `lab_orders:read`.
     *
     * @param string $id The id of the lab order file.
     * @param string $fileId The id of the lab order file.
     */
    public function get(string $id, string $fileId, ?Options $options = null): LabOrderFileContent
    {
        return $this->http->send(new Request(
            'GET',
            '/api/lab-orders/{id}/files/{fileId}',
            values: [$id, $fileId],
            take: 'labOrderFile',
            kind: LabOrderFileContent::class,
            options: $options,
        ));
    }

    /**
     * Remove a file from a lab order.
     *
     * Only the user who uploaded a file can remove it, before the release. The content is deleted.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id The id of the lab order file.
     * @param string $fileId The id of the lab order file.
     * @throws Conflict The lab order is RELEASED or CANCELLED.
     */
    public function remove(string $id, string $fileId, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/lab-orders/{id}/files/{fileId}',
            values: [$id, $fileId],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
