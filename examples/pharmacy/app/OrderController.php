<?php

declare(strict_types=1);

namespace Pharmacy;

use MedinaCare\Errors\Conflict;
use MedinaCare\Medina;
use MedinaCare\Types\Order;

/** Shows the open orders, and marks orders as in preparation or ready. */
final readonly class OrderController
{
    private const STATES = [
        'PENDING' => 'En attente',
        'PREPARING' => 'En préparation',
        'READY' => 'Prête',
    ];

    /** The next state by state, with the text of its button. */
    private const NEXT = [
        'PENDING' => ['PREPARING', 'Préparer'],
        'PREPARING' => ['READY', 'Prête'],
    ];

    public function __construct(private Medina $medina)
    {
    }

    public function index(string $notice = ''): void
    {
        $rows = '';
        foreach ($this->medina->orders->list(['status' => array_keys(self::STATES), 'pageSize' => 100]) as $order) {
            $rows .= $this->row($order);
        }
        http_response_code($notice === '' ? 200 : 409);
        header('content-type: text/html; charset=utf-8');
        $alert = $notice === '' ? '' : '<p role="alert">' . self::escaped($notice) . '</p>';
        echo <<<HTML
            <!doctype html>
            <html lang="fr">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Commandes</title>
            <style>body { font: 1rem system-ui; margin: 2rem } th, td { text-align: start; padding: .3rem 1rem .3rem 0 }</style>
            <h1>Commandes</h1>
            $alert
            <table>
            <tr><th>Patient<th>Médicament<th>État<th>
            $rows
            </table>
            </html>
            HTML;
    }

    public function move(string $id, string $status): void
    {
        // Refuse forms from other sites.
        if (($_SERVER['HTTP_SEC_FETCH_SITE'] ?? 'same-origin') !== 'same-origin') {
            http_response_code(403);

            return;
        }
        try {
            $this->medina->orders->update($id, ['status' => $status]);
        } catch (Conflict) {
            $this->index('Cette commande a changé entre-temps, ou son ordonnance n’est pas signée.');

            return;
        }
        header('location: /', true, 303);
    }

    private function row(Order $order): string
    {
        // Names may be Arabic in a French page.
        $patient = self::escaped($order->patient?->name ?? '');
        $medication = self::escaped($order->prescription->medication);
        $state = self::escaped(self::STATES[$order->status] ?? $order->status);
        $button = '';
        if (isset(self::NEXT[$order->status])) {
            [$next, $text] = self::NEXT[$order->status];
            $button = "<form method=\"post\" action=\"/orders/$order->id/$next\"><button>$text</button></form>";
        }

        return "<tr><td><bdi>$patient</bdi><td><bdi>$medication</bdi><td>$state<td>$button\n";
    }

    private static function escaped(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML5);
    }
}
